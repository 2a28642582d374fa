//! The list of mutants, and the report on those that survive.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;

use serde::Deserialize;

/// A place in a file: lines and columns from 1.
#[derive(Debug, Clone, Copy, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Span {
    pub start: Place,
    pub end: Place,
}

/// One change of the sources.
#[derive(Debug, Clone, Deserialize)]
pub struct Mutant {
    #[serde(skip)]
    pub id: usize,
    /// Name in `docs/MUTANTS.md`.
    #[serde(skip)]
    pub description: String,
    pub file: String,
    pub genre: String,
    pub name: String,
    pub replacement: String,
    pub span: Span,
}

/// Lists the mutants that `cargo mutants` would try.
pub fn mutants(root: &Path) -> Vec<Mutant> {
    let listed = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", "ecs-core", "--exclude", "**/tests.rs"])
        .current_dir(root)
        .output()
        .expect("cargo runs");
    assert!(listed.status.success(), "`cargo install cargo-mutants --locked` is needed");
    let mut mutants: Vec<Mutant> = serde_json::from_slice(&listed.stdout).expect("it lists mutants as it did");
    for (id, mutant) in mutants.iter_mut().enumerate() {
        mutant.id = id;
    }
    describe(&mut mutants);
    mutants
}

/// Describes mutants by their names without line numbers, so that descriptions are stable. If several mutants of a file have the same
/// description, the second in source order ends with ` #2`, and so on.
fn describe(mutants: &mut [Mutant]) {
    let mut in_order: Vec<_> = mutants.iter_mut().collect();
    in_order.sort_by_key(|mutant| mutant.span.start);
    let mut alike = BTreeMap::<String, usize>::new();
    for mutant in in_order {
        let text = mutant.name.splitn(4, ':').nth(3).unwrap_or(&mutant.name).trim();
        let text = format!("{}: {text}", mutant.file.trim_start_matches("ecs-core/src/"));
        let count = alike.entry(text.clone()).or_default();
        *count += 1;
        mutant.description = if *count == 1 { text } else { format!("{text} #{count}") };
    }
}

/// The mutants that a page explains: all texts between backticks.
fn explained(page: &str) -> BTreeSet<&str> {
    page.split('`').skip(1).step_by(2).collect()
}

/// The mutants that a test detected, in a file, so that an interrupted run can be continued.
pub struct Found {
    before: BTreeSet<String>,
    file: Mutex<File>,
}

impl Found {
    /// Opens the file, and reads it if the run continues an earlier one; otherwise empties it.
    pub fn new(path: &Path, continues: bool) -> Self {
        let text = if continues { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
        let file = File::options().create(true).append(true).open(path).expect("the file can be written");
        if !continues {
            file.set_len(0).expect("the file can be written");
        }
        Self { before: text.lines().map(str::to_owned).collect(), file: Mutex::new(file) }
    }

    /// Whether a mutant was detected before.
    pub fn has(&self, mutant: &Mutant) -> bool {
        self.before.contains(&mutant.name)
    }

    /// Records that a mutant was detected.
    pub fn note(&self, mutant: &Mutant) {
        let mut file = self.file.lock().expect("no thread panicked");
        writeln!(file, "{}", mutant.name).expect("the file can be written");
    }
}

/// Prints the score of each file. Fails if a survivor is not explained in `docs/MUTANTS.md`.
pub fn report(root: &Path, mutants: &[&Mutant], survivors: &BTreeSet<usize>) -> ExitCode {
    let page = std::fs::read_to_string(root.join("docs/MUTANTS.md")).unwrap_or_default();
    let mut files = BTreeMap::<&str, (usize, usize)>::new();
    for mutant in mutants {
        let (found, all) = files.entry(&mutant.file).or_default();
        *found += usize::from(!survivors.contains(&mutant.id));
        *all += 1;
    }
    for (file, (found, all)) in &files {
        println!("{:>5.1} %  {found:>3} of {all:>3}  {file}", score(*found, *all));
    }
    println!(
        "{:>5.1} %  {} of {} in all",
        score(mutants.len() - survivors.len(), mutants.len()),
        mutants.len() - survivors.len(),
        mutants.len()
    );
    let (explained, mut unexplained) = (explained(&page), 0);
    for mutant in mutants.iter().filter(|mutant| survivors.contains(&mutant.id)) {
        let known = explained.contains(mutant.description.as_str());
        unexplained += u32::from(!known);
        let word = if known { "survives, explained" } else { "SURVIVES" };
        println!("{word}: {} ({})", mutant.description, mutant.name);
    }
    if unexplained == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[expect(clippy::cast_precision_loss, reason = "there are hundreds of mutants")]
fn score(found: usize, all: usize) -> f64 {
    100.0 * found as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(file: &str, line: usize, change: &str) -> Mutant {
        let start = Place { line, column: 5 };
        Mutant {
            id: 0,
            description: String::new(),
            file: format!("ecs-core/src/{file}"),
            genre: "BinaryOperator".into(),
            name: format!("ecs-core/src/{file}:{line}:5: {change}"),
            replacement: String::new(),
            span: Span { start, end: start },
        }
    }

    #[test]
    fn mutants_of_a_file_that_are_described_alike_are_numbered_in_the_order_of_the_source() {
        let mut mutants = [
            mutant("a.rs", 7, "replace - with + in common"),
            mutant("a.rs", 3, "replace - with + in common"),
            mutant("b.rs", 1, "replace - with + in common"),
            mutant("a.rs", 9, "replace - with + in common"),
            mutant("a.rs", 9, "replace - with / in common"),
        ];
        describe(&mut mutants);
        assert_eq!(
            mutants.map(|mutant| mutant.description),
            [
                "a.rs: replace - with + in common #2",
                "a.rs: replace - with + in common",
                "b.rs: replace - with + in common",
                "a.rs: replace - with + in common #3",
                "a.rs: replace - with / in common",
            ]
        );
    }

    #[test]
    fn a_row_explains_no_mutant_whose_description_it_only_begins_with() {
        let explained = explained("- `a.rs: replace - with + in common`, `a.rs: replace < with > in f #2`: the same.");
        assert!(explained.contains("a.rs: replace - with + in common"));
        assert!(!explained.contains("a.rs: replace - with + in common #2"));
        assert!(
            explained.contains("a.rs: replace < with > in f #2") && !explained.contains("a.rs: replace < with > in f")
        );
    }
}
