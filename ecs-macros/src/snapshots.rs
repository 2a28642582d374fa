//! The expansion of a small world, pinned: `UPDATE_EXPECT=1 cargo test -p ecs-macros` accepts what is generated now.

use expect_test::expect_file;
use proc_macro2::TokenStream;
use quote::quote;

use crate::parse::Subject;
use crate::{chain, world};

/// What `__ecs_finish!` is given for this declaration and these signatures.
fn finished(declaration: &TokenStream, signatures: &TokenStream) -> TokenStream {
    world(quote! { [] [::ecs_world] { #declaration } #signatures })
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
fn the_same_declaration_expands_to_the_same_code() {
    let (declaration, signatures) = small();
    let texts = [(); 2].map(|()| finished(&declaration, &signatures).to_string());
    assert_eq!(texts[0], texts[1]);
    assert!(texts[0].contains("is a function and has no state"), "errors come with the code");
}

#[test]
fn a_component_costs_at_most_thirty_lines_and_a_system_as_much() {
    let lines = |components: usize, systems: usize| {
        let names: Vec<_> = (0..components).map(|n| quote::format_ident!("C{:03}", n)).collect();
        let functions: Vec<_> = (0..systems).map(|n| quote::format_ident!("s{:03}", n)).collect();
        let first = names.iter().cycle().take(systems);
        let declaration = quote! { components: #(#names),*; systems: #(#functions),*; };
        let signatures = quote! { #({ system #functions fn [] run()[ (&mut #first) ] })* };
        pretty(finished(&declaration, &signatures)).lines().count()
    };
    let (few, more, most) = (lines(16, 0), lines(32, 0), lines(64, 0));
    assert_eq!(most - more, 2 * (more - few), "lines grow with the number of components, and not faster");
    assert!(more - few <= 30 * 16, "{} lines per component", (more - few) / 16);
    let (few, more, most) = (lines(64, 8), lines(64, 16), lines(64, 32));
    let (first, second) = (more - few, most - more);
    // Short lists stand on one line, so that the first few systems add fewer lines.
    assert!(first.abs_diff(second / 2) <= 16, "lines grow with the number of systems, and not faster");
}

#[test]
fn more_systems_than_one_chain_holds_are_collected_in_chunks() {
    let chained = |systems: usize| {
        let functions = (0..systems).map(|n| quote::format_ident!("s{n}"));
        chain::start(quote! { [::ecs_world] { systems: #(#functions),*; } }, Subject::World).to_string()
    };
    assert_eq!(chained(64).matches("__ecs_chunk").count(), 0);
    assert_eq!(chained(65).matches("__ecs_chunk").count(), 3);
    assert_eq!(chained(1000).matches("__ecs_chunk").count(), 32);
}

#[test]
fn a_cfg_travels_through_a_derive() {
    let declaration = quote! { components: A, #[cfg(x)] B<u8, u8>, C; queries: #[cfg(y)] (A), (C); };
    let carried = chain::start(quote! { [::ecs_world] { #declaration } }, Subject::World).to_string();
    assert!(carried.contains("derive (:: ecs_world :: __private :: Decl)"), "{carried}");
    assert!(carried.contains("# [cfg (x)] # [ecs { B < u8 , u8 > , }]"), "{carried}");
    assert!(carried.contains("# [cfg (y)] # [ecs { (A) , }]"), "{carried}");
}
