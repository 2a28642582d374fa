//! Links lead to pages, anchors, items of the API and files that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::pages::{files, pages, read, root};

/// Where the API documentation is, once a version is published.
const API: &str = "https://docs.rs/ecs-world/latest/ecs_world/";

/// The part of a path in front of its last `/`, and what `..` there leads to.
fn resolve(page: &str, link: &str) -> String {
    let mut parts: Vec<_> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            ".." => assert!(parts.pop().is_some(), "{page}: `{link}` leads out of the book"),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[test]
fn links_within_the_book_lead_to_pages_and_headings() {
    let pages = pages();
    let by_path: BTreeMap<_, _> = pages.iter().map(|page| (page.path.clone(), page)).collect();
    let mut count = 0;
    for page in &pages {
        for link in page.links.iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { page.path.clone() } else { resolve(&page.path, path) };
            if Path::new(&path).extension().is_some_and(|extension| extension == "md") {
                let target = by_path.get(&path).unwrap_or_else(|| panic!("{}: there is no page `{path}`", page.path));
                let known = anchor.is_empty() || target.anchors.contains(anchor);
                assert!(known, "{}: `{path}` has no heading `#{anchor}`, only {:?}", page.path, target.anchors);
            } else {
                assert!(root().join("book/src").join(&path).is_file(), "{}: there is no file `{path}`", page.path);
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count} links are too few: the pages are read wrongly");
}

#[test]
fn each_page_and_no_other_is_in_the_summary_once() {
    let pages = pages();
    let mut listed = pages.iter().find(|page| page.path == "SUMMARY.md").expect("there is a summary").links.clone();
    listed.push("SUMMARY.md".into());
    listed.sort();
    assert!(listed.iter().eq(pages.iter().map(|page| &page.path)));
}

/// The public items of the library, as `struct.Query`.
fn items() -> BTreeSet<String> {
    let exported: BTreeSet<_> = words(&read("src/lib.rs"));
    let mut items = BTreeSet::from(["macro.ecs_world", "macro.ecs_components"].map(str::to_owned));
    for path in [files("ecs-core/src", "rs"), files("ecs-macros/src", "rs")].concat() {
        let text = read(&path);
        let lines = text.lines().filter_map(|line| line.strip_prefix("pub "));
        for (kind, name) in lines.filter_map(|line| line.split_once(' ')) {
            let name: String =
                name.chars().take_while(|character| character.is_alphanumeric() || *character == '_').collect();
            if exported.contains(&name) && matches!(kind, "struct" | "trait" | "enum" | "type") {
                items.insert(format!("{kind}.{name}"));
            }
        }
    }
    items.extend(["system", "condition"].map(|name| format!("attr.{name}")));
    items.extend(["Bundle", "Query", "Relation", "VisitHandles"].map(|name| format!("derive.{name}")));
    items
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn links_to_the_api_name_public_items() {
    let items = items();
    let mut count = 0;
    for page in pages() {
        for item in page.links.iter().filter_map(|link| link.strip_prefix(API)).filter(|item| !item.is_empty()) {
            let name = item.strip_suffix(".html").unwrap_or_else(|| panic!("{}: `{item}` is no page", page.path));
            assert!(items.contains(name), "{}: the library has no `{name}`", page.path);
            count += 1;
        }
    }
    assert!(count > 30, "{count} links are too few: the pages are read wrongly");
}

#[test]
fn files_of_the_repository_that_pages_name_exist() {
    let folders = ["docs/", "benches/", "examples/", "tests/", "ecs-core/", "ecs-macros/", "games/", "book/"];
    for page in pages() {
        for word in &page.words {
            let is_path = folders.iter().any(|folder| word.starts_with(folder)) && !word.contains([' ', '*']);
            assert!(!is_path || root().join(word).exists(), "{}: there is no `{word}`", page.path);
        }
    }
}

/// The files that a page includes, and the lines or the anchor of each.
fn included(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let inclusions = text.split("{{#include ").skip(1).filter_map(|rest| rest.split_once("}}"));
    inclusions.map(|(inclusion, _)| inclusion.split_once(':').unwrap_or((inclusion, "")))
}

#[test]
fn files_and_anchors_that_pages_include_exist() {
    let mut count = 0;
    for page in pages() {
        let text = read(&format!("book/src/{}", page.path));
        for (path, part) in included(&text) {
            let folder = Path::new("book/src").join(&page.path);
            let path = folder.parent().expect("a page is in a folder").join(path);
            let file = fs::read_to_string(root().join(&path)).unwrap_or_else(|_| panic!("{}: no {path:?}", page.path));
            let is_anchor = part.contains(char::is_alphabetic);
            let found = file.contains(&format!("ANCHOR: {part}\n")) && file.contains(&format!("ANCHOR_END: {part}\n"));
            assert!(!is_anchor || found, "{}: {path:?} has no anchor `{part}`", page.path);
            count += 1;
        }
    }
    assert!(count > 5, "{count} inclusions are too few: the pages are read wrongly");
}

#[test]
fn the_game_of_the_tutorial_has_at_most_600_lines() {
    let files = files("games/tower/src", "rs").into_iter().filter(|path| !path.ends_with("/tests.rs"));
    let lines: usize = files.map(|path| read(&path).lines().count()).sum();
    assert!(lines <= 600, "it has {lines}");
}

/// A page that quotes the compiler is checked against what the tests of misuses pin.
#[test]
fn the_compiler_says_what_pages_quote() {
    let rejected = spaced(&fs::read_to_string(root().join("docs/REJECTED.md")).expect("it can be read"));
    let mut count = 0;
    for page in pages() {
        for quote in &page.quotes {
            assert!(rejected.contains(&spaced(quote)), "{}: no misuse is told this:\n{quote}", page.path);
            count += 1;
        }
    }
    assert!(count > 15, "{count} quotes are too few: the pages are read wrongly");
}

/// The text with single spaces, without the margins of code.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
