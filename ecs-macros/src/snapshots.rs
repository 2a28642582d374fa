//! The expansion of a small world, pinned: `UPDATE_EXPECT=1 cargo test -p ecs-macros` accepts what is generated now.

use std::fmt::Write as _;

use expect_test::expect_file;
use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::Threads;
use crate::vocabulary::Subject;
use crate::{names, set, start, world};

/// The expansion of this declaration by `__ecs_finish!`, with these signatures.
fn finished(declaration: &TokenStream, signatures: &TokenStream) -> TokenStream {
    world(quote! { [] [::ecs_world] { #declaration } #signatures }, Threads::One)
}

fn pretty(tokens: TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(tokens).expect("generated code can be parsed"))
}

fn small() -> (TokenStream, TokenStream) {
    let declaration = quote! {
        #[derive(Clone)]
        pub struct Game;
        components: Position, physics::Velocity, Health as Life;
        resources: Time, Gravity = Gravity(9.81);
        systems: Physics, sync, reap = 1;
        queries: (Position, without(Life));
    };
    let signatures = quote! {
        { system Physics impl [without(Life)]
            run(&mut self)[ (&mut Position) (&Velocity) (&Time) ] on_added(&self)[ (Entity) (&Velocity) ] }
        { system reap fn [] run()[ (Query<'_, Game, (Entity, Option<&Life>)>) (&mut Spawner<Game>) ] }
    };
    (declaration, signatures)
}

#[test]
fn a_small_world_expands_to_the_pinned_code() {
    let (declaration, signatures) = small();
    let declaration = declaration.to_string().replace("= 1", "").parse().expect("still tokens");
    expect_file!["../snapshots/small_world.rs"].assert_eq(&pretty(finished(&declaration, &signatures)));
}

#[test]
fn systems_of_a_stage_expand_to_the_pinned_code() {
    let declaration = quote! {
        pub struct Game;
        components: Position, Velocity;
        resources: Time;
        events: Hit;
        systems: Physics, heal, sync, reap;
    };
    let signatures = quote! {
        { system Physics impl [] run(&mut self)[ (&mut Position) (&Velocity) (&Time) (&mut Commands<Game>) ] }
        { system heal fn [] run()[ (Query<'_, Game, (Entity, &Velocity)>) (&mut Events<Hit>) (&mut Spawner<Game>) ] }
        { system reap fn [] run()[ (&mut Velocity) ] }
    };
    let by_stages = world(quote! { [] [::ecs_world] { #declaration } #signatures }, Threads::Many);
    let file: syn::File = syn::parse2(by_stages).expect("generated code can be parsed");
    let of_stages = file.items.into_iter().filter(|item| quote!(#item).to_string().contains("__system_"));
    expect_file!["../snapshots/stages.rs"].assert_eq(&pretty(quote! { #(#of_stages)* }));
}

/// The additional code of a world with a double-buffered component, and its stages.
#[test]
fn a_double_buffered_component_expands_to_the_pinned_code() {
    let declaration = quote! {
        pub struct Game;
        components: #[double_buffered] Position, Velocity;
        systems: advance, watch;
    };
    let signatures = quote! {
        { system advance fn [] run()[ (&mut Position) (&Past<Position>) (&Velocity) ] }
        { system watch fn [] run()[ (Query<'_, Game, (&Past<Position>, Option<&Velocity>)>) ] }
    };
    let by_stages = world(quote! { [] [::ecs_world] { #declaration } #signatures }, Threads::Many);
    let file: syn::File = syn::parse2(by_stages).expect("generated code can be parsed");
    let of_past = file.items.into_iter().filter(|item| {
        let text = quote!(#item).to_string().to_lowercase();
        !text.contains("# plan") && !text.contains("const plan") && (text.contains("past") || text.contains("present"))
    });
    expect_file!["../snapshots/double_buffered.rs"].assert_eq(&pretty(quote! { #(#of_past)* }));
}

/// The expansion of a set by `__ecs_set_finish!`.
fn finished_set(declaration: &TokenStream, rest: &TokenStream) -> TokenStream {
    set(quote! { [] [::ecs_world] { #declaration } #rest })
}

fn small_set() -> TokenStream {
    let declaration = quote! {
        /// What moves.
        pub set motion;
        include: base::bodies { Position as Place };
        components: physics::Velocity;
        resources: Gravity = Gravity(9.81);
        systems: ..bodies, sync, Physics, self::reap;
        queries: #[view(scan)] (Place, without(Velocity));
    };
    let rest = quote! {
        { set bodies component Position (Position) [__ecs_0_Position]
            system spin (spin) [__ecs_0_spin] { system spin pub fn [] run()[ (&mut __ecs_0_Position) ] } }
        { system Physics impl [without(Place) view(list)]
            run(&mut self)[ (&mut Velocity) (&Gravity) (Entity) ] on_added(&self)[ (&Velocity) ] }
        { system reap pub fn [] run()[ (Query<'_, W, (Entity, Option<&Place>)>) (&mut Commands<W>) ] }
    };
    finished_set(&declaration, &rest)
}

#[test]
fn a_small_set_expands_to_the_pinned_code() {
    expect_file!["../snapshots/small_set.rs"].assert_eq(&pretty(small_set()));
}

#[test]
fn documentation_links_to_components_where_their_paths_resolve() {
    let set = handed_over(finished_set(&quote! { set life; components: Hunger; }, &quote! {}));
    let declaration = quote! {
        include: lib::life;
        components: Health, lib::Mass, Mass as Weight, [u8; 4] as Bytes, crate::r#type::Kind;
        queries: (Hunger), (Health), (lib::Mass), (Weight), (Bytes), (Kind);
    };
    let world = world(quote! { [] [::ecs_world] { #declaration } #set }, Threads::One).to_string();
    for name in ["`Hunger`", "[`Health`]", "[`Mass`](lib::Mass)", "[`Weight`](Mass)", "`Bytes`", "`Kind`"] {
        assert!(world.contains(&format!("The entities that have {name}, to read")), "{name} in {world}");
    }
}

/// What the macro of a set passes on: the innermost of the groups that are last in one another.
fn handed_over(expansion: TokenStream) -> TokenStream {
    let file: syn::File = syn::parse2(expansion).expect("generated code can be parsed");
    let tokens = file.items.into_iter().find_map(|item| match item {
        syn::Item::Macro(item) => Some(item.mac.tokens),
        _ => None,
    });
    let mut tokens = tokens.expect("a set has a macro");
    for _ in 0..3 {
        let groups = tokens.into_iter().filter_map(|token| match token {
            proc_macro2::TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        tokens = groups.last().expect("a rule, a call, and what it passes on");
    }
    quote! { { #tokens } }
}

#[test]
fn a_set_reads_what_the_macro_of_another_hands_over() {
    let outer =
        finished_set(&quote! { set outer; include: lib::motion; systems: ..motion; }, &handed_over(small_set()));
    let set = handed_over(outer.clone());
    let world = world(quote! { [] [::ecs_world] { include: outer; systems: ..outer; } #set }, Threads::One);
    for text in [outer.to_string(), world.to_string()] {
        assert!(!text.contains("compile_error"), "{text}");
    }
    let world = world.to_string();
    for part in [
        "outer :: Place",
        "outer :: __initial_gravity_u0 ()",
        "outer :: reap (q0 , commands)",
        "query_place_without_velocity",
    ] {
        assert!(world.contains(part), "{part}: {world}");
    }
}

/// The primitive types that are named without a path, and so could be types of the user.
fn named_alone(tokens: TokenStream, found: &mut Vec<String>) {
    let mut before = [String::new(), String::new()];
    for token in tokens {
        let text = token.to_string();
        match token {
            proc_macro2::TokenTree::Group(group) => named_alone(group.stream(), found),
            proc_macro2::TokenTree::Ident(_) if names::PRIMITIVES.contains(&text.as_str()) && before != [":", ":"] => {
                found.push(text.clone());
            }
            _ => {}
        }
        before = [std::mem::take(&mut before[1]), text];
    }
}

#[test]
fn generated_code_names_primitive_types_by_their_whole_paths() {
    let components: Vec<_> = (0..33).map(|n| quote::format_ident!("C{n}")).collect();
    let mut found = vec![];
    for width in [8, 9, 17, 33] {
        let components = &components[..width];
        let declaration = quote! {
            #[derive(Clone)]
            pub struct Game;
            components: #[rare] #(#components),*, #[storage(vec)] Holed, #[storage(tag)] Flag,
                #[storage(hashed_array_tree(chunk = 4))] Far;
            resources: Time, Gravity = Gravity(9.81);
            events: Hit;
            states: Phase = Phase::Menu;
            conditions: late;
            systems: Physics, heal, sync, reap, hear;
            systems(on_enter = Phase::Play): reap;
            systems(render): heal;
            groups: (C0, C1), (C0, C1, C2);
            queries: (C0, without(C1)), #[view(list)] (C1, C3), #[view(delayed)] (C1, C4), #[view(active_passive)] (C4, C5);
        };
        let signatures = quote! {
            { system Physics impl [without(C1) run_if(all(late, in_state(Phase::Menu))) view(list)]
                run(&mut self)[ (&mut C0) (&C2) (&Time) (&mut Commands<Game>) ]
                on_added(&mut self)[ (Entity) (&C2) ] on_removed(&self)[ (&C2) ] }
            { system heal fn [parallel] run()[ (&mut C3) (Option<&Holed>) (&mut Commands<Game>) ] }
            { system reap fn [] run()[ (Query<'_, Game, (Entity, Option<&C1>)>) (&mut Spawner<Game>) (&mut Events<Hit>) ] }
            { system hear fn [] run()[ (EventReader<'_, Hit>) (&mut State<Phase>) ] }
            { condition late fn [] run()[ (&Time) ] }
        };
        for threads in [Threads::One, Threads::Many] {
            let tokens = quote! { [] [::ecs_world] { #declaration } #signatures };
            let tokens = world(tokens, threads);
            assert_eq!(tokens.to_string().split_once("compile_error ").map(|(_, error)| error[..160].to_owned()), None);
            named_alone(tokens, &mut found);
        }
    }
    named_alone(small_set(), &mut found);
    assert_eq!(found, [""; 0], "they are `::core::primitive::usize` and the like");
}

#[test]
fn what_a_set_hands_over_grows_with_what_it_holds() {
    let tokens = |sets: usize| {
        let mut below = TokenStream::new();
        for depth in 0..sets {
            let (name, component) = (quote::format_ident!("set{depth}"), quote::format_ident!("C{depth}"));
            let before = quote::format_ident!("set{}", depth.saturating_sub(1));
            let include = (depth > 0).then(|| quote! { include: #before; });
            below = handed_over(finished_set(&quote! { set #name; #include components: #component; }, &below));
        }
        below.to_string().len()
    };
    let (few, more, most) = (tokens(10), tokens(20), tokens(40));
    assert!(most - more <= 2 * (more - few) + 100, "{few}, {more}, {most}");
}

#[test]
fn the_same_declaration_expands_to_the_same_code() {
    let (declaration, signatures) = small();
    let texts = [(); 2].map(|()| finished(&declaration, &signatures).to_string());
    assert_eq!(texts[0], texts[1]);
    assert!(texts[0].contains("is a function and has no initial value"), "errors come with the code");
}

/// Number of lines that a world of this size expands to, if each system adds the second of two components to the first.
fn lines(components: usize, systems: usize) -> usize {
    let names: Vec<_> = (0..components).map(|n| quote::format_ident!("C{:03}", n)).collect();
    let functions: Vec<_> = (0..systems).map(|n| quote::format_ident!("s{:03}", n)).collect();
    let first = names.iter().cycle().take(systems);
    let second = names.iter().cycle().skip(1).take(systems);
    let declaration = quote! { components: #(#names),*; systems: #(#functions),*; };
    let signatures = quote! { #({ system #functions fn [] run()[ (&mut #first) (&#second) ] })* };
    pretty(finished(&declaration, &signatures)).lines().count()
}

#[test]
fn lines_grow_with_components_and_systems_and_not_faster() {
    let mut table = "| components | systems | generated lines | per further component | per further system |\n\
                     |--:|--:|--:|--:|--:|\n"
        .to_string();
    let (mut before, mut per) = ((0, 0, lines(0, 0)), [vec![], vec![]]);
    for (components, systems) in [(16, 0), (64, 0), (256, 0), (512, 0), (512, 16), (512, 64), (512, 200)] {
        let now = lines(components, systems);
        let kind = usize::from(systems > 0);
        let each = (now - before.2) / (components + systems - before.0 - before.1);
        let cell = |shown: bool| if shown { each.to_string() } else { String::new() };
        writeln!(table, "| {components} | {systems} | {now} | {} | {} |", cell(kind == 0), cell(kind == 1))
            .expect("a string has room");
        per[kind].push(each);
        before = (components, systems, now);
    }
    assert!(per[0].iter().all(|lines| *lines <= 38), "{table}");
    // Views are listed by component, and later systems take components of earlier ones.
    assert!(per[1].iter().all(|lines| lines.abs_diff(per[1][0]) <= 6), "{table}");
    expect_file!["../snapshots/lines.md"].assert_eq(&table);
}

#[test]
fn more_systems_than_one_chain_holds_are_collected_in_chunks() {
    let chained = |systems: usize| {
        let functions = (0..systems).map(|n| quote::format_ident!("s{n}"));
        start(quote! { [::ecs_world] { systems: #(#functions),*; } }, Subject::World).to_string()
    };
    for systems in [0, 1, 2, 3, 31, 32, 33, 63, 64] {
        assert_eq!(chained(systems).matches("__ecs_chunk").count(), 0, "{systems}");
    }
    for systems in [65, 95, 96, 97, 127, 128, 129, 1_000] {
        assert_eq!(chained(systems).matches("__ecs_chunk").count(), systems.div_ceil(32), "{systems}");
    }
    for systems in [0, 1, 2, 3, 63, 64, 65, 96, 97, 1_000] {
        let chained = chained(systems);
        // Each is called once: between the previous one and the next one.
        assert!(
            (0..systems).all(|n| chained.matches(&format!("[s{n}]")).count()
                + usize::from(chained.contains(&format!("s{n} ! {{")))
                == 1),
            "{chained}"
        );
    }
}

#[test]
fn a_cfg_travels_through_a_derive() {
    let declaration = quote! { components: A, #[cfg(x)] B<u8, u8>, C; queries: #[cfg(y)] (A), (C); };
    let carried = start(quote! { [::ecs_world] { #declaration } }, Subject::World).to_string();
    assert!(carried.contains("derive (:: ecs_world :: __private :: Decl)"), "{carried}");
    assert!(carried.contains("# [cfg (x)] # [ecs { B < u8 , u8 > , }]"), "{carried}");
    assert!(carried.contains("# [cfg (y)] # [ecs { (A) , }]"), "{carried}");
}

/// Tells this test that it runs in the started process, which should print.
const PRINTS: &str = "ECS_PRINT_EXPANSION";

/// The expansion of a declaration that reaches as many stages as possible, with errors.
fn large() -> String {
    let names: Vec<_> = (0..40).map(|n| quote::format_ident!("C{n}")).collect();
    let functions: Vec<_> = (0..40).map(|n| quote::format_ident!("s{n}")).collect();
    let (others, groups) = (names.iter().cycle().skip(1), names.chunks(4).map(|four| quote! { (#(#four),*) }));
    let declaration = quote! {
        components: #(#names),*, C1;
        resources: Time, Tmie as Time;
        systems: #(#functions),*;
        queries: #((#names, without(#others))),*, (C1, Nothing);
        groups: #(#groups),*, (C1, C4);
    };
    let others = names.iter().cycle().skip(3);
    let signatures = quote! { #({ system #functions fn [] run()[ (&mut #names) (&#others) (&Time) ] })* };
    finished(&declaration, &signatures).to_string()
}

/// The expansion of the declaration by a process of its own, started in `folder`.
fn expanded_elsewhere(folder: &std::path::Path) -> String {
    let name = "snapshots::two_processes_expand_the_same_declaration_to_the_same_code";
    let mut process = std::process::Command::new(std::env::current_exe().expect("this test has a path"));
    process.args([name, "--exact", "--nocapture"]).env(PRINTS, "yes").current_dir(folder);
    let output = process.output().expect("this test can be started");
    let text = String::from_utf8(output.stdout).expect("code is text");
    text.split(PRINTS).nth(1).expect("the process printed").to_string()
}

#[test]
fn two_processes_expand_the_same_declaration_to_the_same_code() {
    if std::env::var_os(PRINTS).is_some() {
        println!("{PRINTS}{}{PRINTS}", large());
        return;
    }
    let first = expanded_elsewhere(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let second = expanded_elsewhere(&std::env::temp_dir());
    assert!(first == second && first == large(), "the expansion depends on more than the declaration");
    assert!(first.contains("compile_error") && first.contains("GroupView"), "all stages were met");
}
