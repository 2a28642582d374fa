//! The page `docs/REJECTED.md`, generated from the cases of `tests/ui` and their pinned messages.
//!
//! `UPDATE_EXPECT=1 cargo test --test rejected` writes it anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The text above the cases.
const HEAD: &str = "\
# What is rejected, and what it says

Each misuse below is a test that must not compile, with the words of the compiler pinned beside it. What all of them share
is left out: imports, plain structs, and an empty `main`.

This page is written by `UPDATE_EXPECT=1 cargo test --test rejected`; `tests/ui` is where a case is added.
";

/// The folders of cases, in the order of the page; folders that are not listed follow under their own names.
const TITLES: [(&str, &str); 14] = [
    ("world", "Declarations"),
    ("system", "Systems"),
    ("views", "Views and groups"),
    ("access", "Entities and components"),
    ("query", "Queries"),
    ("bundle", "Bundles"),
    ("relations", "Relations"),
    ("events", "Events"),
    ("schedule", "Schedules"),
    ("threads", "Runs on several threads (feature `rayon`)"),
    ("saves", "Saves (feature `serde`)"),
    ("storage", "Storages"),
    ("sets", "Sets of components and systems"),
    ("traits", "Traits that only the library implements"),
];

/// Notes about where a message comes from, not about the mistake.
const ASIDE: [&str; 5] =
    ["this error originates", "this note originates", "required for `", "evaluation of `", "redundant requirement"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The entries of a folder, sorted by name.
fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the entry can be read").path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("the path has a name").to_string_lossy().into_owned()
}

/// The folders of cases with their titles, in the order of the page.
fn kinds() -> Vec<(PathBuf, String)> {
    let folders = listed(&root().join("tests/ui")).into_iter().filter(|folder| !folder.ends_with("pass"));
    let place = |folder: &Path| TITLES.iter().position(|(name, _)| folder.ends_with(name)).unwrap_or(TITLES.len());
    let mut kinds: Vec<_> = folders
        .map(|folder| {
            let title = TITLES.get(place(&folder)).map_or_else(|| heading(&stem(&folder)), |it| it.1.to_string());
            (folder, title)
        })
        .collect();
    kinds.sort_by_key(|(folder, _)| place(folder));
    kinds
}

/// `missing_comma` as a heading: `Missing comma`.
fn heading(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A case without the lines that all cases share.
fn essence(source: &str) -> String {
    let lines = source.lines().filter(|line| {
        let plain_struct = line.starts_with("struct ") && line.ends_with(';');
        let derive = ["#[derive(Debug)]", "#[derive(Default)]", "#[derive(Debug, Default)]"].contains(line);
        !(plain_struct || derive || ["use ecs_world::prelude::*;", "fn main() {}"].contains(line))
    });
    let mut kept = String::new();
    for line in lines {
        if !(line.is_empty() && (kept.is_empty() || kept.ends_with("\n\n"))) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept.trim_end().to_string()
}

/// The compiler's output, without the origin of macros, the bounds, and alternatives.
fn message(pinned: &str) -> String {
    let (mut kept, mut aside, mut snippet_ends) = (String::new(), false, false);
    for line in pinned.lines().filter(|line| !line.trim_start().starts_with("-->")) {
        let words = line.trim_start();
        if words.starts_with("error") {
            (aside, snippet_ends) = (false, false);
            if !kept.is_empty() && !kept.ends_with("\n\n") {
                kept.push('\n');
            }
        } else if words.starts_with("note: the above") {
            aside = false;
        } else if words.starts_with("note:") || words.starts_with("help: the") || words.starts_with("= help: the") {
            aside = true;
        } else if let Some(note) = words.strip_prefix("= note: ") {
            aside = ASIDE.iter().any(|words| note.contains(words));
        }
        let empty = words.is_empty() || words == "|" && snippet_ends;
        if !(aside || empty && kept.ends_with("\n\n")) {
            kept.push_str(line);
            kept.push('\n');
        }
        snippet_ends = words.contains('^');
    }
    kept.trim_end_matches(['\n', ' ', '|']).to_string()
}

fn page() -> String {
    let mut page = HEAD.to_string();
    for (folder, title) in kinds() {
        write!(page, "\n## {title}\n").expect("writing to a string cannot fail");
        for case in listed(&folder).into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs")) {
            let (heading, source) = (heading(&stem(&case)), essence(&read(&case)));
            let message = message(&read(&case.with_extension("stderr")));
            write!(page, "\n### {heading}\n\n```rust\n{source}\n```\n\n```text\n{message}\n```\n")
                .expect("writing to a string cannot fail");
        }
    }
    page
}

#[test]
fn the_page_shows_each_case_and_its_message() {
    let (path, page) = (root().join("docs/REJECTED.md"), page());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, page).expect("the page can be written");
        return;
    }
    assert!(read(&path) == page, "docs/REJECTED.md is stale: run `UPDATE_EXPECT=1 cargo test --test rejected`");
}

#[test]
fn each_case_shows_its_source_and_an_error() {
    let sections: Vec<_> = page().split("\n### ").skip(1).map(str::to_string).collect();
    assert!(sections.len() >= 100, "{} cases", sections.len());
    for section in sections {
        assert!(section.contains("```text\nerror"), "{section}");
        assert!(!section.contains("```rust\n```"), "{section}");
    }
}
