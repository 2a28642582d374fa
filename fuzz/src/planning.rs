//! Declarations of worlds: for any declaration, the pipeline of the macro does not panic, and its plan nests groups and fulfils each
//! accepted request.

use std::fmt::Write as _;

use ecs_macros_internals::{View, World, view_kinds};
use proc_macro2::TokenStream;

use crate::bytes::Numbers;

/// Words of declarations, so that generated text is sometimes valid.
const WORDS: &[&str] = &[
    "components",
    "resources",
    "systems",
    "queries",
    "groups",
    "events",
    "schedules",
    "include",
    ":",
    ";",
    ",",
    "=",
    "as",
    "C0",
    "C1",
    "C2",
    "C3",
    "World",
    "pub",
    "struct",
    "derive",
    "Clone",
    "#",
    "[]",
    "()",
    "{}",
    "(C0, C1)",
    "without(C2)",
    "any(C2, C3)",
    "view(group)",
    "#[view(list)]",
    "#[storage(vec)]",
    "#[rare]",
    "#[rare(false)]",
    "#[storage(hashed_array_tree(chunk = 8))]",
    "storage",
    "run",
    "sync",
    "Entity",
    "&",
    "mut",
    "{ system s0 fn [] run()[(Entity)] }",
    "::",
    "<",
    ">",
    "1",
    "\"\"",
    "'a",
    "..",
    "|",
];

/// Makes and checks the plan of a declaration that is generated from bytes.
pub fn planner(bytes: &[u8]) {
    let mut numbers = Numbers::of(bytes);
    let text = if numbers.byte(4) == 0 { random_words(&mut numbers) } else { declaration(&mut numbers) };
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    let world = World::new(tokens.clone());
    let views = world.views();
    assert_groups_are_nested(&views);
    assert_outer_views_come_first(&views);
    assert_accepted_requests_are_granted(&world, &views);
    assert_rare_views_leave_storages_to_groups_of_others(&world, &views);
    let again = World::new(tokens);
    assert_eq!(world.text(), again.text(), "the same declaration has the same code");
    again.discard();
    // Generating code takes much longer than planning: it is done sometimes, and not when the bytes are spent.
    match numbers.byte(16) {
        14 => drop(world.expand(false)),
        15 => drop(world.expand(true)),
        _ => world.discard(),
    }
}

/// Words in any order.
fn random_words(numbers: &mut Numbers) -> String {
    let mut text = String::from("[] [::ecs_world] { ");
    let count = u8::try_from(WORDS.len()).expect("a few dozen words");
    while !numbers.is_empty() {
        text += WORDS[usize::from(numbers.byte(count))];
        text.push(' ');
    }
    text + "} { system s0 fn [] run()[(Entity)] }"
}

/// The requirement for each of ten components: none, required, excluded, or one of several.
fn aspect(numbers: &mut Numbers) -> [Vec<String>; 3] {
    let [mut all, mut none, mut any] = [const { vec![] }; 3];
    for part in 0..10 {
        let list = match numbers.byte(8) {
            0..=2 => &mut all,
            3 => &mut none,
            4 => &mut any,
            _ => continue,
        };
        list.push(format!("C{part}"));
    }
    [all, none, any]
}

/// A world in which systems, queries and groups request views.
fn declaration(numbers: &mut Numbers) -> String {
    let [mut systems, mut queries, mut groups, mut signatures] = [const { String::new() }; 4];
    for at in 0..usize::from(numbers.byte(18)) {
        let [all, none, any] = aspect(numbers);
        let mut filters = String::new();
        for (filter, parts) in [("without", none), ("any", any)].into_iter().filter(|(_, parts)| !parts.is_empty()) {
            write!(filters, "{filter}({}) ", parts.join(", ")).expect("writing to a string cannot fail");
        }
        let kinds: Vec<_> = view_kinds().collect();
        let kind_attribute =
            kinds.get(usize::from(numbers.byte(12))).map(|kind| format!("view({kind})")).unwrap_or_default();
        let entry = all.iter().cloned().chain(filters.split_inclusive(") ").map(str::to_owned)).collect::<Vec<_>>();
        let entry = entry.join(", ");
        match numbers.byte(6) {
            0..=2 => {
                let all: String = all.iter().map(|part| format!("(&{part})")).collect();
                write!(systems, "s{at}, ").expect("writing to a string cannot fail");
                write!(signatures, "{{ system s{at} fn [{filters} {kind_attribute}] run()[(Entity) {all}] }} ")
                    .expect("writing to a string cannot fail");
            }
            3 if numbers.byte(2) == 0 => {
                let all = all.iter().map(|part| format!("&{part}, ")).collect::<String>();
                let view = ["", "#[view(none)]", "#[view(list)]"][usize::from(numbers.byte(3))];
                write!(systems, "s{at}, ").expect("writing to a string cannot fail");
                write!(signatures, "{{ system s{at} fn [] run()[({view} Query<_, ({all})>)] }} ")
                    .expect("writing to a string cannot fail");
            }
            3 | 4 if kind_attribute.is_empty() => {
                write!(queries, "({entry}), ").expect("writing to a string cannot fail")
            }
            3 | 4 => write!(queries, "#[{kind_attribute}] ({entry}), ").expect("writing to a string cannot fail"),
            _ => write!(groups, "({entry}), ").expect("writing to a string cannot fail"),
        }
    }
    let storages = ["", "#[storage(vec)]", "#[storage(hash_map)]", "", "", ""];
    let rare = ["", "", "", "#[rare]"];
    let components = (0..10).map(|part| {
        format!("{} {} C{part}", storages[usize::from(numbers.byte(6))], rare[usize::from(numbers.byte(4))])
    });
    let components = components.collect::<Vec<_>>().join(", ");
    format!(
        "[] [::ecs_world] {{ components: {components}; systems: {systems}; queries: {queries}; groups: {groups}; }} {signatures}"
    )
}

/// Of two groups that own a common storage, one implies the other, and the inner one owns all storages of the outer one.
fn assert_groups_are_nested(views: &[View]) {
    let groups: Vec<_> = groups(views).collect();
    for (at, outer) in groups.iter().enumerate() {
        assert!(!outer.owned.is_empty() && outer.owned.iter().all(|storage| outer.aspect.all.contains(storage)));
        for inner in &groups[at + 1..] {
            if outer.owned.iter().any(|storage| inner.owned.contains(storage)) {
                assert!(inner.aspect.implies(&outer.aspect), "the later group is nested in the earlier one");
                assert!(
                    outer.owned.iter().all(|storage| inner.owned.contains(storage)),
                    "the inner group owns the storages of the outer one"
                );
            }
        }
    }
}

/// The plan fulfils each accepted request: with a view of the requested kind; a group from `groups:` owns all that it requires.
fn assert_accepted_requests_are_granted(world: &World, views: &[View]) {
    for request in world.requests() {
        let view = views.iter().find(|view| view.aspect == request.aspect).expect("each request has a view");
        let Some(kind) = request.kind else { continue };
        assert_eq!(view.kind, kind, "{}", view.words);
        assert!(!request.by_entry || view.owned == view.aspect.all, "{}", view.words);
        assert_eq!(view.owned.is_empty(), kind != "group", "{} owns {:?}", view.words, view.owned);
    }
}

/// A group that requires a rare component does not own a storage that a group without rare components owns.
fn assert_rare_views_leave_storages_to_groups_of_others(world: &World, views: &[View]) {
    let is_rare = |view: &View| view.aspect.all.iter().any(|part| world.is_rare(*part));
    let (rare, common): (Vec<&View>, Vec<&View>) = groups(views).partition(|view| is_rare(view));
    for view in rare {
        let taken = |part: &usize| common.iter().any(|other| other.owned.contains(part));
        assert!(!view.owned.iter().any(taken), "{}", view.words);
    }
}

fn groups(views: &[View]) -> impl Iterator<Item = &View> {
    views.iter().filter(|view| view.kind == "group")
}

/// No view is after one that is nested in it, unless each is nested in the other.
fn assert_outer_views_come_first(views: &[View]) {
    for (at, view) in views.iter().enumerate() {
        for later in &views[at + 1..] {
            assert!(!view.aspect.implies(&later.aspect) || later.aspect.implies(&view.aspect));
            assert!(view.aspect != later.aspect, "each aspect has one view");
        }
    }
}
