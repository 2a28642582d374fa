//! The mutation score of `ecs-core`.
//!
//! `cargo mutants --list` says which mutants there are. To build the tests anew for each takes hours; so all of them are put
//! into one copy of the sources, each behind a question to the environment, and the tests are built once. A mutant that no
//! test detects must be in `docs/MUTANTS.md`, with the reason.
//!
//! `cargo run --release --manifest-path tests/mutants/Cargo.toml -- [--unit] [--again] [--continue] [part of a file name]...`
//!
//! With `--unit` the unit tests of `ecs-core` look alone, which takes a few minutes. With `--again` those are tried that
//! survived the last time; with `--continue` those that a run of the same sources, which was stopped, did not reach.

mod list;
mod run;
mod tree;
mod weave;

use std::path::PathBuf;
use std::process::ExitCode;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate stands in the repository")
}

fn main() -> ExitCode {
    let (flags, wanted): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|text| text.starts_with("--"));
    if let Some(unknown) = flags.iter().find(|flag| !["--unit", "--again", "--continue"].contains(&flag.as_str())) {
        eprintln!("there is no {unknown}: --unit, --again, --continue");
        return ExitCode::FAILURE;
    }
    let has = |wanted: &str| flags.iter().any(|flag| flag == wanted);
    let all = list::mutants(&root());
    let tree = tree::copy(&root());
    println!("{} mutants in {}", all.len(), tree.display());
    let woven = tree::weave(&tree, &all);
    println!("{} of them are compiled; {} cannot be", woven.len(), all.len() - woven.len());
    for mutant in all.iter().filter(|mutant| !woven.contains(&mutant.id)) {
        println!("not compiled: {}", mutant.name);
    }
    let chosen = |file: &str| wanted.is_empty() || wanted.iter().any(|part| file.contains(part.as_str()));
    let mut mutants: Vec<_> = all.iter().filter(|mutant| woven.contains(&mutant.id) && chosen(&mutant.file)).collect();
    let last = tree.join("../survivors");
    if has("--again") {
        let survived = std::fs::read_to_string(&last).unwrap_or_default();
        let survived: Vec<_> = survived.lines().collect();
        mutants.retain(|mutant| survived.contains(&list::described(mutant).as_str()));
    }
    let tried = list::Tried::new(&tree.join("../tried"), has("--continue"));
    let survivors = run::run(&tree, &mutants, &tried, has("--unit"));
    let survived = mutants.iter().filter(|mutant| survivors.contains(&mutant.id));
    let survived: Vec<_> = survived.map(|mutant| list::described(mutant)).collect();
    std::fs::write(last, survived.join("\n")).expect("the names can be written");
    list::report(&root(), &mutants, &survivors)
}
