//! `docs/RELIABILITY.md` names only tests and files that exist, and lists all boundaries, planted bugs and public traits.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[expect(unreachable_pub, reason = "the tool that plants the bugs is a crate of its own")]
#[path = "../canaries/src/table.rs"]
mod table;

use table::Canary;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The texts of all sources below a directory.
fn sources(directory: PathBuf) -> String {
    files(directory).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// All sources below a directory.
fn files(directory: PathBuf) -> Vec<PathBuf> {
    let (mut directories, mut files) = (vec![directory], vec![]);
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The words of sources that can be names of tests: in `fn NAME(`, in `name: "NAME"`, and before a space, as in calls of macros.
///
/// A set, since searching all sources for each name takes seconds without optimisation.
fn names(sources: &str) -> BTreeSet<&str> {
    let (mut names, mut end) = (BTreeSet::new(), 0);
    for piece in sources.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
        let before = &sources[..end];
        end += piece.len();
        let word = piece.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let is_name = match &piece[word.len()..] {
            " " => true,
            "(" => before.ends_with("fn "),
            "\"" => before.ends_with("name: \""),
            _ => false,
        };
        if is_name {
            names.insert(word);
        }
    }
    names
}

#[test]
fn each_test_and_each_file_that_the_page_names_exists() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let text = ["tests", "ecs-core/tests", "ecs-core/src", "ecs-macros/src"]
        .map(|directory| sources(root().join(directory)))
        .concat();
    let names = names(&text);
    let (mut tests, mut files) = (0, 0);
    for name in page.split('`').skip(1).step_by(2) {
        if name.starts_with("tests/") || name.starts_with(".ci/") {
            let file = name.split(' ').next().unwrap_or(name);
            assert!(root().join(file).exists(), "{name} does not exist");
            files += 1;
        } else if name.matches('_').count() > 2 && !name.contains(' ') {
            assert!(names.contains(name), "no test has the name {name}");
            tests += 1;
        }
    }
    assert!(tests > 60 && files > 40, "only {tests} tests and {files} files: the page is parsed wrongly");
}

/// The rows of the table of boundaries, by their cells.
fn boundaries(page: &str) -> Vec<Vec<&str>> {
    let table = page.split("| boundary |").nth(1).unwrap().split("\n\n").next().unwrap();
    table.lines().skip(2).map(|row| row.split('|').map(|cell| cell.trim().trim_matches('`')).collect()).collect()
}

#[test]
fn each_boundary_names_its_constant_its_place_and_tests() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let rows = boundaries(&page);
    assert!(rows.len() > 25, "{}", rows.len());
    for row in rows {
        let [_, boundary, constant, place, tests, _] = row[..] else { panic!("{row:?}") };
        let source = std::fs::read_to_string(root().join(place)).unwrap_or_else(|_| panic!("{place} does not exist"));
        assert!(source.contains(constant), "{boundary}: there is no {constant} in {place}");
        // Another test checks for the whole page that these exist.
        let named = tests.split('`').filter(|name| name.matches('_').count() > 2 && !name.contains(' '));
        assert!(named.count() > 0, "{boundary}: no test is named");
    }
}

/// The names of the constants of a source that are numbers above one, without those of its tests.
fn widths(source: &str) -> impl Iterator<Item = &str> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter_map(|line| {
        let (name, value) = line.split_once("const ")?.1.split_once(": usize = ")?;
        // Zero and one are not widths.
        let is_one = value == "1;" || value.starts_with('0');
        let is_number = value.starts_with(|first: char| first.is_ascii_digit()) || value.contains("::BITS");
        let is_number = is_number && !is_one;
        is_number.then_some(name)
    })
}

#[test]
fn each_width_of_the_code_has_a_row_of_boundaries() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let rows = boundaries(&page);
    let mut found = 0;
    for directory in ["ecs-core/src", "ecs-macros/src"] {
        for path in files(root().join(directory)) {
            let place = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
            let source = std::fs::read_to_string(&path).unwrap();
            for width in widths(&source).filter(|_| !place.ends_with("tests.rs")) {
                let has_row = rows.iter().any(|row| row[2] == width && row[3] == place);
                assert!(has_row, "`{width}` of {place} has no row in the table of boundaries of docs/RELIABILITY.md");
                found += 1;
            }
        }
    }
    assert!(found > 12, "only {found} widths: the sources are parsed wrongly");
}

#[test]
fn each_row_that_a_test_names_is_on_the_page() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let rows: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next()).collect();
    let text = sources(root().join("tests/reliability"));
    let named = text.lines().filter_map(|line| line.strip_prefix("// ")?.split_once(": ")).map(|(rows, _)| rows);
    let named: Vec<_> = named.flat_map(|rows| rows.split(", ")).filter(|row| row.parse::<u8>().is_ok()).collect();
    assert!(named.len() > 40);
    assert!(named.iter().all(|row| rows.contains(row)), "{named:?} of {rows:?}");
}

#[test]
fn each_planted_bug_is_on_the_page_with_its_checkers() {
    let path = root().join("docs/RELIABILITY.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, table) = page.split_once("| canary |").unwrap();
    let (table, after) = table.split_once("\n\n").unwrap();
    let row = |Canary { name, what, found_by, .. }: &Canary| format!("| `{name}` | {what} | {found_by} |\n");
    let rows = table::all().map(row).collect::<Vec<_>>().concat();
    let written: String = table.lines().skip(2).flat_map(|row| [row, "\n"]).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let head: Vec<_> = table.lines().take(2).collect();
        let page = format!("{before}| canary |{}\n{}\n{after}", head.join("\n"), rows);
        std::fs::write(path, page).unwrap();
    } else {
        assert_eq!(written, rows, "the table is stale: `UPDATE_EXPECT=1` rewrites it");
    }
    assert!(table::all().all(|canary| !canary.found_by.is_empty()));
    let names: BTreeSet<_> = table::all().map(|canary| canary.name).collect();
    assert_eq!(names.len(), table::all().count(), "two bugs have one name");
    let counted = format!("| planted bugs, each of which is found | {};", names.len());
    assert!(page.contains(&counted), "docs/RELIABILITY.md does not say `{counted}`");
}

/// The planted bugs of the run time that the models cannot find, which the page lists with the reasons.
fn beyond_the_models(page: &str) -> Vec<&str> {
    let table = page.split("| beyond the models |").nth(1).unwrap().split("\n\n").next().unwrap();
    table.split('`').skip(1).step_by(2).filter(|name| table::all().any(|canary| canary.name == *name)).collect()
}

#[test]
fn each_bug_of_the_run_time_is_found_by_a_model_unless_the_page_says_why_not() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let beyond = beyond_the_models(&page);
    // Saves and hashes of worlds are not part of a model.
    let is_modelled = |canary: &&Canary| !["saves", "states"].contains(&canary.found_by);
    for canary in table::all().filter(|canary| !canary.is_in_macros()).filter(is_modelled) {
        let found = canary.found_by.split(", ").any(|name| name == "model" || name == "storages");
        assert_ne!(found, beyond.contains(&canary.name), "`{}`", canary.name);
    }
    assert!(beyond.len() <= 32, "{beyond:?}");
}

#[test]
fn each_bug_that_can_be_planted_has_its_place_in_the_sources() {
    for file in table::all().map(|canary| canary.file).collect::<BTreeSet<_>>() {
        let text = std::fs::read_to_string(root().join(file)).unwrap();
        let planted = table::planted(file, &text).unwrap_or_else(|message| panic!("{message}"));
        assert!(planted.len() > text.len(), "nothing is planted in {file}");
    }
}

#[test]
fn each_public_trait_of_the_run_time_has_a_row() {
    let page = std::fs::read_to_string(root().join("docs/RELIABILITY.md")).unwrap();
    let table = page.split("| traits |").nth(1).unwrap().split("\n\n").next().unwrap();
    let cells = table.lines().skip(2).filter_map(|row| row.split('|').nth(1));
    let mut named: Vec<_> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let text = sources(root().join("ecs-core/src"));
    // The traits of private modules, which seal others, are indented.
    let heads = text.lines().filter_map(|line| line.strip_prefix("pub trait "));
    let mut declared: Vec<_> = heads.filter_map(|head| head.split(|it: char| !it.is_alphanumeric()).next()).collect();
    named.sort_unstable();
    declared.sort_unstable();
    assert_eq!(named, declared);
}
