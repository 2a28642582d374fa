//! Code that must not compile, one mistake per file, with the message of the compiler: `tests/ui/<kind>/<misuse>.rs`.
//!
//! `TRYBUILD=overwrite cargo test --test ui` accepts the current messages; read the difference before you commit it.
//!
//! Most cases are compiled as modules of one crate per folder; those whose messages differ there, one by one. `ECS_REFUSALS=alone` compiles
//! all of them one by one.
//!
//! Cases that `cargo check` refuses are in a test of their own: trybuild compiles them in one call only if no case has to run.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

#[path = "refusals/together.rs"]
mod together;

/// The folders of cases that need no feature; those in `threads` and `saves` need one, and those in `pass` compile.
const KINDS: [&str; 12] = [
    "access",
    "bundle",
    "events",
    "query",
    "relations",
    "schedule",
    "sets",
    "storage",
    "system",
    "traits",
    "views",
    "world",
];

/// Cases that only a build refuses, since the refusing constant belongs to a generic function.
const REFUSED_WHEN_BUILT: [&str; 14] = [
    "bundle/component_twice.rs",
    "bundle/component_twice_in_a_batch_of_removals.rs",
    "bundle/component_twice_in_a_removal.rs",
    "bundle/component_twice_in_a_reservation.rs",
    "bundle/component_twice_in_a_spawner.rs",
    "bundle/component_twice_in_columns.rs",
    "bundle/component_twice_in_nested_tuples.rs",
    "bundle/optional_component_twice.rs",
    "query/aliased.rs",
    "query/aliased_behind_a_name.rs",
    "query/aliased_in_a_change_reader.rs",
    "query/aliased_in_get_components.rs",
    "query/aliased_in_get_components_by_a_read.rs",
    "query/aliased_writes_first.rs",
];

/// The cases of a kind, by name.
fn cases_of(kind: &str) -> Vec<PathBuf> {
    let folder = fs::read_dir(PathBuf::from("tests/ui").join(kind)).expect("each kind has a folder");
    let mut cases: Vec<_> = folder.map(|entry| entry.expect("the entry can be read").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    cases.sort();
    assert!(!cases.is_empty(), "no case of {kind}");
    cases
}

#[test]
fn each_misuse_is_in_a_folder_whose_cases_are_compiled() {
    let entries = fs::read_dir("tests/ui")
        .expect("the folder of cases exists")
        .map(|entry| entry.expect("the entry can be read"));
    let folders: BTreeSet<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    let compiled = KINDS.into_iter().chain(["threads", "saves", "pass"]);
    assert_eq!(folders, compiled.map(str::to_owned).collect::<BTreeSet<_>>());
}

#[test]
fn each_misuse_is_refused_with_the_pinned_words() {
    let cases = trybuild::TestCases::new();
    let threads = cfg!(feature = "rayon").then_some("threads");
    let saves = cfg!(feature = "serde").then_some("saves");
    let all = KINDS.into_iter().chain(threads).chain(saves).flat_map(cases_of);
    let all = all.filter(|path| !REFUSED_WHEN_BUILT.iter().any(|case| path.ends_with(case))).collect();
    let alone = if is_each_compiled_alone() { all } else { together::that_differ(all) };
    for path in alone {
        cases.compile_fail(path);
    }
}

/// Whether trybuild has to see each case: to write its messages, or because some cases are selected.
fn is_each_compiled_alone() -> bool {
    std::env::var_os("TRYBUILD").is_some()
        || std::env::var_os("ECS_REFUSALS").is_some_and(|how| how == "alone")
        || std::env::args().any(|argument| argument.starts_with("trybuild="))
}

#[test]
fn each_misuse_that_a_check_lets_pass_is_refused_when_it_is_built() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    for case in REFUSED_WHEN_BUILT {
        cases.compile_fail(format!("tests/ui/{case}"));
    }
}
