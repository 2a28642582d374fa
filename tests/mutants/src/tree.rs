//! The copy of the repository into which mutants are inserted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::list::Mutant;
use crate::weave;

/// Compiler features that the mutated crate needs: `const` functions that behave differently at run time.
const FEATURES: &str = "#![feature(core_intrinsics, const_eval_select)]\n";

/// Source of the test in a mutated function: whether its mutant is tried. It is false while constants are evaluated.
const SWITCH: &str = "
/// Which mutant is tried.
pub(crate) mod mutant {
    extern crate std;
    pub(crate) const fn is(own: u32) -> bool {
        core::intrinsics::const_eval_select((own,), never, is_tried)
    }
    const fn never(_: u32) -> bool {
        false
    }
    fn is_tried(own: u32) -> bool {
        static TRIED: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
        *TRIED.get_or_init(|| std::env::var(\"ECS_MUTANT\").ok().and_then(|id| id.parse().ok()).unwrap_or(u32::MAX)) == own
    }
}
";

/// Copies all files of the repository that git does not ignore, so that the repository itself is not changed.
pub fn copy(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let tree = target.join("mutants/tree");
    // Files that were removed from the repository must not stay in its copy.
    let _ = std::fs::remove_dir_all(&tree);
    let files = Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root).output();
    let files = String::from_utf8(files.expect("git runs").stdout).expect("paths are text");
    for file in files.lines().filter(|file| root.join(file).is_file()) {
        let to = tree.join(file);
        std::fs::create_dir_all(to.parent().expect("a file has a folder")).expect("the copy can be written");
        std::fs::copy(root.join(file), to).expect("the copy can be written");
    }
    tree
}

/// `cargo` in the copy.
pub fn cargo(tree: &Path) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(tree).env("CARGO_TARGET_DIR", tree.join("../build"));
    // Mutants leave items unused, so lints are capped. No optimisation, because the tests take longer to build than to run.
    cargo.env("RUSTFLAGS", "--cap-lints allow").env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_TEST_DEBUG", "0");
    cargo.env("RUSTC_BOOTSTRAP", "1").env("CARGO_PROFILE_TEST_OPT_LEVEL", "0").stdin(Stdio::null());
    cargo
}

/// Inserts all mutants that can be compiled together into the sources; returns which these are.
pub fn weave(tree: &Path, all: &[Mutant]) -> BTreeSet<usize> {
    let mut files = BTreeMap::<&str, Vec<&Mutant>>::new();
    for mutant in all {
        files.entry(&mutant.file).or_default().push(mutant);
    }
    let originals: BTreeMap<_, _> =
        files.keys().map(|file| (*file, std::fs::read_to_string(tree.join(file)).expect("a file is there"))).collect();
    let mut left_out = BTreeSet::new();
    loop {
        let mut woven = BTreeSet::new();
        for (file, mutants) in &files {
            let mutants: Vec<_> = mutants.iter().copied().filter(|mutant| !left_out.contains(&mutant.id)).collect();
            let (text, done) = weave::weave(&originals[file], &mutants);
            std::fs::write(tree.join(file), text).expect("the copy can be written");
            woven.extend(done);
        }
        let head = tree.join("ecs-core/src/lib.rs");
        let text = std::fs::read_to_string(&head).expect("the crate has a head");
        if !text.contains("mod mutant") {
            std::fs::write(&head, format!("{FEATURES}{text}{SWITCH}")).expect("the copy can be written");
        }
        let refused = refused(tree);
        println!("{} do not compile", refused.len());
        if refused.is_empty() {
            return woven;
        }
        left_out.extend(refused);
    }
}

/// Returns the mutants that rustc rejects, found by the locations of its errors.
fn refused(tree: &Path) -> BTreeSet<usize> {
    let args = ["check", "--package", "ecs-core", "--all-features", "--message-format=json", "--quiet"];
    let checked = cargo(tree).args(args).output().expect("cargo runs");
    let mut refused = BTreeSet::new();
    for line in String::from_utf8_lossy(&checked.stdout).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if message["message"]["level"] != "error" {
            continue;
        }
        let is_match = message["message"]["code"]["code"] == "E0004";
        for span in
            message["message"]["spans"].as_array().into_iter().flatten().filter(|span| span["is_primary"] == true)
        {
            let text = std::fs::read_to_string(tree.join(span["file_name"].as_str().unwrap_or_default()));
            let line = usize::try_from(span["line_start"].as_u64().unwrap_or_default()).unwrap_or_default();
            let text = text.unwrap_or_default();
            refused.extend(if is_match { arms_of(&text, line) } else { at(&text, line) });
        }
    }
    assert!(checked.status.success() || !refused.is_empty(), "{}", String::from_utf8_lossy(&checked.stderr));
    refused
}

/// Returns the mutants that delete arms of the `match` that begins in a line, which is not exhaustive without some of these arms.
fn arms_of(text: &str, line: usize) -> Vec<usize> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().skip(line - 1);
    let Some(own) = lines.next().map(indent) else { return vec![] };
    let arms = lines.take_while(|line| indent(line) > own).filter(|line| line.contains("!crate::mutant::is("));
    arms.flat_map(ids).collect()
}

/// Returns the mutants that a line tests for.
fn ids(line: &str) -> Vec<usize> {
    let parts = line.split("mutant::is(").skip(1);
    parts.filter_map(|rest| rest.split(')').next()?.trim_end_matches("u32").parse().ok()).collect()
}

/// Returns the mutants of a line, or of the nearest line above it that has any.
fn at(text: &str, line: usize) -> Vec<usize> {
    let lines: Vec<_> = text.lines().take(line).collect();
    lines.iter().rev().map(|line| ids(line)).find(|ids| !ids.is_empty()).unwrap_or_default()
}
