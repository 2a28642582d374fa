//! Plants bugs in a copy of the repository, one by one, and prints which checkers find them.
//!
//! All bugs of `table` are in one copy, each behind a test of the environment (`ECS_CANARY=wrong_swap`), so that the checkers are built
//! once; only generated code is rebuilt for each bug in the macros. Fails if a checker misses a bug that the table says it finds, if no
//! checker finds a bug, or if a checker finds something without a bug.
//!
//! `cargo run --release --manifest-path tests/canaries/Cargo.toml -- [name of a bug]...`; the environment variable
//! `ECS_CANARY_CHECKERS="unit model"` runs only these checkers, and the word `listed` only those of them that the table lists for a bug,
//! which takes a fraction of the time. (After the canaries of `TigerBeetle`.)

mod checkers;
mod table;
mod tree;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use checkers::Checker;
use table::Canary;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate stands in the repository")
}

/// The requested bugs, those of the run time first: the checkers are built once for all of these.
fn chosen() -> Result<Vec<&'static Canary>, String> {
    let names: Vec<_> = std::env::args().skip(1).collect();
    if let Some(unknown) = names.iter().find(|name| table::all().all(|canary| canary.name != **name)) {
        return Err(format!("there is no bug `{unknown}` in tests/canaries/src/table"));
    }
    let mut chosen: Vec<_> =
        table::all().filter(|canary| names.is_empty() || names.iter().any(|name| name == canary.name)).collect();
    chosen.sort_by_key(|canary| canary.is_in_macros());
    Ok(chosen)
}

/// Runs the checkers on a bug; returns whether all that should find it do, and at least one does.
fn look_for(canary: &Canary, checkers: &mut [Checker]) -> bool {
    let (mut found, mut missed) = (vec![], vec![]);
    let is_listed = |name: &str| canary.found_by.split(", ").any(|own| own == name);
    for checker in checkers.iter_mut() {
        if checkers::only_listed() && !is_listed(checker.name()) {
            continue;
        }
        let start = Instant::now();
        let finds = checker.finds(canary);
        eprintln!(
            "{:>6.1} s  {} {} {}",
            start.elapsed().as_secs_f32(),
            canary.name,
            checker.name(),
            if finds { "finds it" } else { "does not" }
        );
        if finds {
            found.push(checker.name());
        } else if is_listed(checker.name()) {
            missed.push(checker.name());
        }
    }
    let found_by = if found.is_empty() { "NO CHECKER".to_owned() } else { found.join(", ") };
    let missed_by = if missed.is_empty() { String::new() } else { format!("; MISSED by {}", missed.join(", ")) };
    println!("{} ({}): found by {found_by}{missed_by}", canary.name, canary.what);
    missed.is_empty() && !found.is_empty()
}

fn main() -> ExitCode {
    let canaries = match chosen() {
        Ok(canaries) => canaries,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let tree = tree::copy(&root());
    let mut checkers = checkers::built(&tree, &canaries);
    let found = canaries.iter().filter(|canary| look_for(canary, &mut checkers)).count();
    println!("== {found} of {} planted bugs are found by all checkers that should", canaries.len());
    if found == canaries.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
