//! The mutation score of `ecs-core`.
//!
//! `cargo mutants --list` lists the mutants. Building the tests for each one would take hours, so all of them are inserted into one copy of
//! the sources, each behind a test of the environment, and the tests are built once. A mutant that no test detects must be in
//! `docs/MUTANTS.md`, with the reason.
//!
//! `cargo run --release --manifest-path tests/mutants/Cargo.toml -- [OPTION]... [part of a file name]...`
//!
//! - `--unit`: runs only the unit tests of `ecs-core`, which takes a few minutes.
//! - `--again`: tries only mutants that survived the last time.
//! - `--continue`: tries only mutants that an interrupted run of the same sources did not detect.
//! - `--share=2/8`: tries the second of eight shares, each of which has mutants of all files.

mod list;
mod run;
mod tree;
mod weave;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use list::{Found, Mutant};

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate stands in the repository")
}

/// Options of the command line.
struct Options {
    files: Vec<String>,
    unit: bool,
    again: bool,
    continues: bool,
    /// Number of the share, and number of shares.
    share: (usize, usize),
}

impl Options {
    fn read(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { files: vec![], unit: false, again: false, continues: false, share: (1, 1) };
        for argument in arguments {
            match argument.as_str() {
                "--unit" => options.unit = true,
                "--again" => options.again = true,
                "--continue" => options.continues = true,
                text if text.starts_with("--share=") => {
                    options.share = share(text).ok_or(format!("{text} is no share, such as --share=2/8"))?;
                }
                text if text.starts_with("--") => {
                    return Err(format!("there is no {text}: --unit, --again, --continue, --share=2/8"));
                }
                _ => options.files.push(argument),
            }
        }
        Ok(options)
    }

    fn want(&self, mutant: &Mutant) -> bool {
        let is_in_file = self.files.is_empty() || self.files.iter().any(|part| mutant.file.contains(part.as_str()));
        is_in_file && mutant.id % self.share.1 == self.share.0 - 1
    }
}

fn share(text: &str) -> Option<(usize, usize)> {
    let (own, all) = text.strip_prefix("--share=")?.split_once('/')?;
    let (own, all) = (own.parse().ok()?, all.parse().ok()?);
    (1..=all).contains(&own).then_some((own, all))
}

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let all = list::mutants(&root());
    let tree = tree::copy(&root());
    println!("{} mutants in {}", all.len(), tree.display());
    let last = tree.join("../survivors");
    let survived = if options.again { std::fs::read_to_string(&last).unwrap_or_default() } else { String::new() };
    let survived: BTreeSet<_> = survived.lines().collect();
    let is_tried =
        |mutant: &&Mutant| options.want(mutant) && (!options.again || survived.contains(mutant.description.as_str()));
    let wanted: Vec<_> = all.iter().filter(is_tried).cloned().collect();
    let woven = tree::weave(&tree, &wanted);
    println!("{} of {} are compiled; {} cannot be", woven.len(), wanted.len(), wanted.len() - woven.len());
    let (mutants, others): (Vec<_>, Vec<_>) = wanted.iter().partition(|mutant| woven.contains(&mutant.id));
    for mutant in others {
        println!("not compiled: {}", mutant.name);
    }
    let found = Found::new(&tree.join("../found"), options.continues);
    let survivors = run::run(&tree, &mutants, &found, options.unit);
    let survived = mutants.iter().filter(|mutant| survivors.contains(&mutant.id));
    let survived: Vec<_> = survived.map(|mutant| mutant.description.as_str()).collect();
    std::fs::write(last, survived.join("\n")).expect("the names can be written");
    list::report(&root(), &mutants, &survivors)
}
