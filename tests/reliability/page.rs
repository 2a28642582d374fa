//! The page that says what is proved where names only what there is.

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The texts of all sources below a directory.
fn sources(directory: PathBuf) -> String {
    let (mut directories, mut text) = (vec![directory], String::new());
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                text += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}

#[test]
fn each_test_and_each_file_that_the_page_names_exists() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let text = ["tests", "ecs-core/tests", "ecs-core/src"].map(|directory| sources(root().join(directory))).concat();
    let (mut tests, mut files) = (0, 0);
    for name in page.split('`').skip(1).step_by(2) {
        if name.starts_with("tests/") || name.starts_with(".ci/") {
            let file = name.split(' ').next().unwrap_or(name);
            assert!(root().join(file).exists(), "there is no {name}");
            files += 1;
        } else if name.matches('_').count() > 2 && !name.contains(' ') {
            let forms = [format!("fn {name}("), format!("{name} "), format!("canary!({name})")];
            assert!(forms.iter().any(|form| text.contains(form)), "there is no {name}");
            tests += 1;
        }
    }
    assert!(tests > 60 && files > 40, "{tests} tests and {files} files are too few: the page is read wrongly");
}

#[test]
fn each_row_that_a_test_names_stands_on_the_page() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let rows: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next()).collect();
    let text = sources(root().join("tests/reliability"));
    let named = text.lines().filter_map(|line| line.strip_prefix("// ")?.split_once(": ")).map(|(rows, _)| rows);
    let named: Vec<_> = named.flat_map(|rows| rows.split(", ")).filter(|row| row.parse::<u8>().is_ok()).collect();
    assert!(named.len() > 40);
    assert!(named.iter().all(|row| rows.contains(row)), "{named:?} of {rows:?}");
}

#[test]
fn each_bug_that_can_be_planted_stands_on_the_page_with_who_finds_it() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let table = page.split("| canary |").nth(1).unwrap().split("\n\n").next().unwrap();
    let rows = table.lines().skip(2).map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`')).collect());
    let mut named: Vec<_> = rows.map(|row: Vec<_>| (row[1], row[3])).collect();
    let text = sources(root().join("ecs-core/src"));
    let mut planted: Vec<_> = text.split("canary!(").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    named.sort_unstable();
    planted.sort_unstable();
    assert_eq!(named.iter().map(|(bug, _)| *bug).collect::<Vec<_>>(), planted);
    assert!(named.iter().all(|(_, found_by)| !found_by.is_empty()), "{named:?}");
}

#[test]
fn each_public_trait_of_the_run_time_has_a_row() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let table = page.split("| traits |").nth(1).unwrap().split("\n\n").next().unwrap();
    let cells = table.lines().skip(2).filter_map(|row| row.split('|').nth(1));
    let mut named: Vec<_> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let text = sources(root().join("ecs-core/src"));
    // Those of private modules, which seal others, are indented.
    let heads = text.lines().filter_map(|line| line.strip_prefix("pub trait "));
    let mut declared: Vec<_> = heads.filter_map(|head| head.split(|it: char| !it.is_alphanumeric()).next()).collect();
    named.sort_unstable();
    declared.sort_unstable();
    assert_eq!(named, declared);
}
