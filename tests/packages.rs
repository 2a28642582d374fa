//! What is published: the files of each crate, and what its manifest tells a registry.

use std::path::Path;
use std::process::Command;

/// The published crates, by package and folder.
const PUBLISHED: [(&str, &str); 3] = [("ecs-world", "."), ("ecs-core", "ecs-core"), ("ecs-macros", "ecs-macros")];

fn manifest(folder: &str) -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("Cargo.toml");
    let text = std::fs::read_to_string(path).expect("the manifest can be read");
    text.parse().expect("the manifest is TOML")
}

fn packaged_files(package: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--package", package])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn published_crates_contain_sources_examples_and_licences_and_no_tests_or_benches() {
    for (package, _) in PUBLISHED {
        let files = packaged_files(package);
        for needed in ["src/lib.rs", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "Cargo.toml"] {
            assert!(files.iter().any(|file| file == needed), "{package} lacks {needed}");
        }
        let spare = ["tests/", "benches/", "fuzz/", "docs/", ".ci/", "snapshots/", "book/", "games/"];
        let unwanted: Vec<_> =
            files.iter().filter(|file| spare.iter().any(|folder| file.starts_with(folder))).collect();
        assert!(unwanted.is_empty(), "{package} packages {unwanted:?}");
    }
}

#[test]
fn published_crates_name_their_documentation_and_how_to_build_it() {
    for (package, folder) in PUBLISHED {
        let manifest = manifest(folder);
        let package_table = manifest["package"].as_table().expect("`package` is a table");
        let documentation = package_table.get("documentation").and_then(toml::Value::as_str);
        assert_eq!(documentation, Some(&*format!("https://docs.rs/{package}")));
        assert!(package_table["metadata"].get("docs").is_some(), "{package} has no settings for docs.rs");
    }
}
