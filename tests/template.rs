//! The folder `template/` is a project that builds, passes its tests and runs, wherever it is copied.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the folder can be created");
    for entry in fs::read_dir(from).expect("the folder exists") {
        let from = entry.expect("the entry can be read").path();
        let to = to.join(from.file_name().expect("the entry has a name"));
        if from.is_dir() {
            // Build output is not part of the template.
            if !from.ends_with("target") {
                copy(&from, &to);
            }
        } else {
            fs::copy(&from, &to).expect("the file can be copied");
        }
    }
}

/// A copy of the template that depends on the library of this repository.
fn copied() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("template");
    let _absent_the_first_time = fs::remove_dir_all(folder.join("src"));
    copy(&root().join("template"), &folder);
    let manifest = read("template/Cargo.toml");
    let path = root().display().to_string();
    let own = manifest.replace("ecs-world = { version = \"0.1\"", &format!("ecs-world = {{ path = {path:?}"));
    assert_ne!(own, manifest, "the template depends on the library");
    fs::write(folder.join("Cargo.toml"), own).expect("the manifest can be written");
    // Without a network, only the versions that this repository uses are available.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the file can be copied");
    folder
}

fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).args(["--offline", "--quiet"]).current_dir(folder).env_remove("CARGO_TARGET_DIR");
    let output = command.output().expect("cargo can be started");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success() && stderr.is_empty(), "{arguments:?}\n{stdout}\n{stderr}");
    stdout
}

#[test]
#[ignore = "it builds a project of its own: `.ci/slow`"]
fn a_copy_of_the_template_passes_its_tests_and_runs() {
    let folder = copied();
    let tests = cargo(&folder, &["test"]);
    assert!(tests.contains("3 passed"), "{tests}");
    let run = cargo(&folder, &["run"]);
    assert!(run.contains("bounces in 600 steps"), "{run}");
}

#[test]
fn the_manifest_with_a_placeholder_is_the_same_but_for_the_name() {
    let liquid = read("template/Cargo.toml.liquid");
    assert_eq!(liquid.replace("{{project-name}}", "my-game"), read("template/Cargo.toml"));
    assert_eq!(liquid.matches("{{").count(), 1);
}

#[test]
fn the_template_has_the_edition_and_the_toolchain_of_the_library() {
    let (own, library) = (read("template/Cargo.toml"), read("Cargo.toml"));
    for key in ["edition", "rust-version"] {
        let line = own.lines().find(|line| line.starts_with(&format!("{key} = "))).expect("the manifest has the key");
        assert!(library.lines().any(|other| other == line), "{line}");
    }
}
