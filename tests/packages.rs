//! Published packages: the files of each crate, and the metadata in its manifest.

use std::path::Path;
use std::process::Command;

/// The published crates, by package and folder.
const PUBLISHED: [(&str, &str); 4] =
    [("ecs-world", "."), ("ecs-core", "ecs-core"), ("ecs-macros", "ecs-macros"), ("ecs-inspector", "ecs-inspector")];

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn manifest(folder: &str) -> toml::Table {
    read(&format!("{folder}/Cargo.toml")).parse().expect("the manifest is TOML")
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
        let excluded = ["tests/", "benches/", "fuzz/", "docs/", ".ci/", "snapshots/", "book/", "games/"];
        let unwanted: Vec<_> =
            files.iter().filter(|file| excluded.iter().any(|folder| file.starts_with(folder))).collect();
        assert!(unwanted.is_empty(), "{package} packages {unwanted:?}");
    }
}

#[test]
fn licences_of_published_crates_are_those_of_the_repository() {
    for (package, folder) in PUBLISHED {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(&format!("{folder}/{licence}")), read(licence), "{package}");
        }
    }
}

#[test]
fn other_packages_are_marked_as_not_published() {
    let members = manifest(".")["workspace"]["members"].as_array().expect("the workspace has members").clone();
    let members = members.iter().map(|member| member.as_str().expect("a member is a path").to_owned());
    let folders = members.flat_map(|member| match member.strip_suffix("/*") {
        Some(parent) => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(parent);
            let entries = std::fs::read_dir(folder).expect("the folder can be listed");
            let names = entries.map(|entry| entry.expect("the entry can be read").file_name());
            names.map(|name| format!("{parent}/{}", name.to_string_lossy())).collect()
        }
        None => vec![member],
    });
    let folders: Vec<_> = folders.collect();
    assert!(folders.len() > 20, "{folders:?}");
    for folder in folders {
        let publish = manifest(&folder)["package"].get("publish").and_then(toml::Value::as_bool);
        let is_published = PUBLISHED.iter().any(|(_, published)| *published == folder);
        assert_eq!(publish, if is_published { None } else { Some(false) }, "{folder}");
    }
}

#[test]
fn the_release_script_names_the_published_crates() {
    let script = read(".ci/release");
    let names = script
        .lines()
        .find_map(|line| line.strip_prefix("published=("))
        .expect("the script lists the published crates");
    let mut names: Vec<_> = names.trim_end_matches(')').split(' ').collect();
    let mut published = PUBLISHED.map(|(package, _)| package);
    names.sort_unstable();
    published.sort_unstable();
    assert_eq!(names, published);
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

#[test]
fn docs_rs_shows_all_features_and_the_documentation_describes_them() {
    let library = read("src/lib.rs");
    for (package, folder) in PUBLISHED {
        let manifest = manifest(folder);
        let Some(features) = manifest.get("features").and_then(toml::Value::as_table) else { continue };
        let shown = manifest["package"]["metadata"]["docs"]["rs"]["features"].as_array().expect("a list");
        for feature in features.keys() {
            assert!(
                shown.iter().any(|one| one.as_str() == Some(feature)),
                "docs.rs does not show {feature} of {package}"
            );
            assert!(library.contains(&format!("//! | `{feature}` | ")), "`{feature}` has no row in src/lib.rs");
        }
    }
}

#[test]
fn badges_say_what_the_manifest_says() {
    let manifest = manifest(".");
    let package = manifest["workspace"]["package"].as_table().expect("a table");
    let [rust, licence] = ["rust-version", "license"].map(|key| package[key].as_str().expect("a text"));
    let readme = read("README.md");
    let badges: Vec<_> = readme.split("https://img.shields.io/").skip(1).collect();
    let expected = [
        "crates/v/ecs-world)](https://crates.io/crates/ecs-world)".to_owned(),
        "docsrs/ecs-world)](https://docs.rs/ecs-world)".to_owned(),
        format!("badge/rust-{rust}%2B-blue)"),
        format!("badge/licence-{}-blue)", licence.replace(" OR ", "%20or%20").replace('-', "--")),
    ];
    assert_eq!(badges.len(), expected.len());
    for (badge, expected) in badges.iter().zip(expected) {
        assert!(badge.starts_with(&expected), "{badge} is not {expected}");
    }
}

#[test]
fn the_changelog_has_a_dated_heading_for_the_version_and_one_for_unreleased_changes() {
    let manifest = manifest(".");
    let version = manifest["workspace"]["package"]["version"].as_str().expect("a text");
    let changelog = read("CHANGELOG.md");
    let mut headings = changelog.lines().filter_map(|line| line.strip_prefix("## "));
    assert_eq!(headings.next(), Some("Unreleased"));
    let date = headings.next().and_then(|heading| heading.strip_prefix(&format!("{version} - ")));
    let is_date =
        date.is_some_and(|date| date.len() == 10 && date.chars().all(|one| one.is_ascii_digit() || one == '-'));
    assert!(is_date, "the heading of version {version} has the date {date:?}");
}

#[test]
fn published_crates_require_each_other_in_the_released_version() {
    let version = manifest(".")["workspace"]["package"]["version"].as_str().expect("a text").to_owned();
    for (package, folder) in PUBLISHED {
        let manifest = manifest(folder);
        let dependencies = manifest["dependencies"].as_table().expect("a table");
        for (other, _) in PUBLISHED {
            let Some(dependency) = dependencies.get(other) else { continue };
            let required = dependency.get("version").and_then(toml::Value::as_str);
            // Only generated code of the same version may use the hidden items of these two.
            let exact = if ["ecs-core", "ecs-macros"].contains(&other) { "=" } else { "" };
            assert_eq!(required, Some(&*format!("{exact}{version}")), "the version of {other} that {package} requires");
        }
    }
}
