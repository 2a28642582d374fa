//! The copy of the repository in which bugs are planted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::table;

/// The roots of the crates in which bugs are planted; two have the same modules.
const ROOTS: [&str; 3] = ["ecs-core/src/lib.rs", "ecs-macros/src/lib.rs", "ecs-macros/src/internals.rs"];

/// Copies all files of the repository that git does not ignore, with all bugs. Unchanged files are not written again, so that they are not
/// rebuilt.
pub fn copy(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let tree = root.join(target).join("canaries/tree");
    let files = Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root).output();
    let files = String::from_utf8(files.expect("git runs").stdout).expect("paths are text");
    let files: BTreeSet<_> = files.lines().filter(|file| root.join(file).is_file()).map(PathBuf::from).collect();
    for file in &files {
        let text = fs::read(root.join(file)).expect("a file of the repository can be read");
        write(&tree.join(file), planted(file, text));
    }
    remove_others(&tree, &tree, &files);
    tree
}

/// `cargo` in the copy.
pub fn cargo(tree: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(tree).env("CARGO_TARGET_DIR", tree.join("../build"));
    cargo.env_remove("ECS_CANARY").stdin(Stdio::null());
    cargo
}

/// Makes cargo rebuild the tests, since it does not know that macros generate other code.
pub fn touch_tests(tree: &Path) {
    for entry in fs::read_dir(tree.join("tests")).expect("there are tests") {
        let path = entry.expect("tests can be listed").path();
        if path.is_file() {
            let file = fs::File::options().append(true).open(path).expect("the copy can be written");
            file.set_modified(std::time::SystemTime::now()).expect("a file has a time");
        }
    }
}

/// The text of a file, with all bugs that belong in it.
fn planted(file: &Path, text: Vec<u8>) -> Vec<u8> {
    let file = file.to_str().expect("paths are text");
    let head = ROOTS.contains(&file);
    if !head && table::all().all(|canary| canary.file != file) {
        return text;
    }
    let mut text = String::from_utf8(text).expect("sources are text");
    text = table::planted(file, &text).unwrap_or_else(|message| panic!("{message}"));
    if head {
        text += &switch();
    }
    text.into_bytes()
}

/// Source of the test in the code of a bug: whether its number is that of the bug in the environment variable.
fn switch() -> String {
    let names: Vec<_> = table::all().map(|canary| canary.name).collect();
    format!(
        "
/// Which bug is planted.
pub(crate) mod canary {{
    extern crate std;
    /// Whether it is this one.
    #[allow(dead_code, reason = \"there may be none in a crate\")]
    pub(crate) fn is(own: usize) -> bool {{
        static PLANTED: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
        *PLANTED.get_or_init(|| {{
            let name = std::env::var(\"ECS_CANARY\").unwrap_or_default();
            {names:?}.iter().position(|own| *own == name).unwrap_or(usize::MAX)
        }}) == own
    }}
}}
"
    )
}

/// Writes a file unless it already has this text.
fn write(to: &Path, text: Vec<u8>) {
    if fs::read(to).is_ok_and(|old| old == text) {
        return;
    }
    fs::create_dir_all(to.parent().expect("a file has a folder")).expect("the copy can be written");
    fs::write(to, text).expect("the copy can be written");
}

/// Removes files that are no longer in the repository.
fn remove_others(tree: &Path, folder: &Path, files: &BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the copy can be listed") {
        let path = entry.expect("the copy can be listed").path();
        if path.is_dir() {
            remove_others(tree, &path, files);
        } else if !files.contains(path.strip_prefix(tree).expect("it is below")) {
            fs::remove_file(path).expect("the copy can be written");
        }
    }
}
