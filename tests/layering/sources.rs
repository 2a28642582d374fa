//! The source files of the crates, read as text.

use std::path::{Path, PathBuf};

/// The code of a file: without comments, the contents of strings, and unit tests.
pub struct Source {
    /// Its path below `src`, with `/`.
    pub path: String,
    pub code: String,
}

impl Source {
    /// The module that it belongs to: `storage` for `storage/erased.rs`.
    pub fn module(&self) -> &str {
        self.path.split('/').next().expect("a path has a first part").trim_end_matches(".rs")
    }
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The only unit test in a file that is not called `tests.rs`.
const UNIT_TEST: &str = "ecs-macros/src/snapshots.rs";

/// All source files of a crate, including unit tests in `tests.rs`.
pub fn sources(directory: &str) -> Vec<Source> {
    let base = root().join(directory);
    let (mut directories, mut sources) = (vec![base.clone()], vec![]);
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).expect("the folder of sources exists") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") && !path.ends_with(UNIT_TEST) {
                let below: Vec<_> = path.strip_prefix(&base).expect("the path is below the folder").iter().collect();
                let path_below = below.join(std::ffi::OsStr::new("/")).to_string_lossy().into_owned();
                sources.push(Source { path: path_below, code: code_of(&read(&path)) });
            }
        }
    }
    assert!(!sources.is_empty(), "{directory} has no sources");
    sources
}

/// Blanks comments and the contents of strings, and removes unit tests, which are last.
pub fn code_of(text: &str) -> String {
    // With the brace, because a module in a file of its own is declared at the head.
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    text.lines().map(code_of_line).collect::<Vec<_>>().join("\n")
}

/// Blanks comments and the contents of strings in a line; strings of several lines occur only in unit tests.
pub fn code_of_line(line: &str) -> String {
    let (mut code, mut inside, mut rest) = (String::new(), false, line.chars().peekable());
    while let Some(char) = rest.next() {
        match char {
            '\\' if inside => _ = rest.next(),
            '"' => inside = !inside,
            '/' if !inside && rest.peek() == Some(&'/') => return code,
            _ if inside => {}
            _ => code.push(char),
        }
    }
    code
}

/// Returns true if the code contains a word as a whole.
pub fn has_word(code: &str, word: &str) -> bool {
    code.split(|char: char| !char.is_alphanumeric() && char != '_').any(|other| other == word)
}

#[test]
fn the_reader_of_sources_sees_code_alone() {
    let text = "use crate::{a::B, c::{D, E}}; // crate::f\nlet g = \"crate::h unsafe\"; crate::i!();\n#[cfg(test)]\nmod tests { crate::j }";
    assert_eq!(Source { path: "a.rs".into(), code: code_of(text) }.names_in_crate(), ["a", "c", "c", "i"]);
    assert!(!has_word(&code_of(text), "unsafe") && has_word("an unsafe { word }", "unsafe"));
}

#[test]
fn a_module_is_read_below_the_line_that_declares_its_tests() {
    let code = code_of("#[cfg(test)]\nmod tests;\n\nuse crate::a;");
    assert_eq!(Source { path: "b.rs".into(), code }.names_in_crate(), ["a"]);
}

#[test]
fn modules_of_snapshots_are_read_as_all_others() {
    for (directory, path) in [
        ("ecs-core/src", "world/snapshots.rs"),
        ("ecs-core/src", "world/methods/snapshots.rs"),
        ("ecs-macros/src", "expand/snapshots.rs"),
    ] {
        assert!(sources(directory).iter().any(|source| source.path == path), "{directory}/{path}");
    }
    assert!(
        sources("ecs-macros/src").iter().all(|source| source.path != "snapshots.rs"),
        "the unit test `snapshots.rs` is left out"
    );
}
