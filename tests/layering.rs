//! The layers of ARCHITECTURE.md hold: no file reaches for what lies above it.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `ecs-core`, each with the modules that it must not name: those of the layers above it.
const LAYERS: [&[&str]; 7] = [
    &["entity", "mask", "access", "error", "tuples"],
    &["allocator", "population"],
    &["sparse", "source"],
    &["storage", "column"],
    &["disjoint", "fetch", "join"],
    &["view"],
    &["world", "bundle", "query", "commands", "spawner"],
];

/// What the world layer exports: the names by which others would reach up to it.
const WORLD: [&str; 8] = ["EcsWorld", "Has<", "Component<", "Bundle<", "QueryData", "Commands<", "HasView", "Core<"];

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// All Rust files below a folder, with their code: without comments and without tests.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("it can be read").path()) {
        if entry.is_dir() {
            sources.extend(self::sources(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&entry).expect("the file can be read");
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let code: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            sources.push((entry.display().to_string(), code.join("\n")));
        }
    }
    sources
}

/// The module of `ecs-core` that a file belongs to.
fn module(file: &str) -> String {
    let below = file.split("ecs-core/src/").nth(1).expect("a file of the core");
    below.split('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned()
}

#[test]
fn a_layer_of_the_core_names_no_module_above_it() {
    for (file, code) in sources(&root("ecs-core/src")) {
        let own = module(&file);
        if own == "lib" {
            continue;
        }
        let layer = LAYERS.iter().position(|layer| layer.contains(&own.as_str()));
        let layer = layer.unwrap_or_else(|| panic!("{file} belongs to no layer; give it one"));
        for above in LAYERS[layer + 1..].iter().flat_map(|layer| layer.iter()) {
            let path = format!("crate::{above}::");
            // A storage hands out its own values as the lookups of fetches: data, no behaviour.
            let exempt = *above == "fetch" && ["storage", "column"].contains(&own.as_str());
            assert!(exempt || !code.contains(&path), "{file} reaches up to {path}");
        }
        if layer < 6 {
            for name in WORLD {
                assert!(!code.contains(name), "{file} knows {name}, which is of the world");
            }
        }
    }
}

#[test]
fn unsafe_stands_in_one_small_file() {
    for folder in ["ecs-core/src", "ecs-macros/src", "src", "examples"] {
        for (file, code) in sources(&root(folder)) {
            let words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let blocks = words.filter(|word| *word == "unsafe").count();
            let named = code.contains("\"unsafe\"");
            assert!(blocks == 0 || named || file.ends_with("disjoint.rs"), "{file} has `unsafe`");
        }
    }
    let kernel = fs::read_to_string(root("ecs-core/src/disjoint.rs")).expect("the file is there");
    assert!(kernel.lines().count() <= 100, "the file with `unsafe` stays small");
    assert_eq!(
        kernel.matches("SAFETY:").count(),
        kernel.matches("unsafe {").count(),
        "each block says why it is sound"
    );
}

#[test]
fn the_macros_meet_the_core_by_path_only() {
    let manifest = fs::read_to_string(root("ecs-macros/Cargo.toml")).expect("the manifest is there");
    assert!(!manifest.contains("ecs-core"), "ecs-macros does not depend on ecs-core");
    let core = fs::read_to_string(root("ecs-core/Cargo.toml")).expect("the manifest is there");
    assert!(!core.contains("[dependencies]"), "ecs-core depends on nothing");
}

#[test]
fn only_check_makes_a_checked_world_and_only_plan_a_planned_one() {
    for (file, code) in sources(&root("ecs-macros/src")) {
        assert!(file.contains("/check/") || !code.contains("Checked("), "{file} makes a checked world");
        assert!(file.ends_with("plan.rs") || !code.contains("Planned {"), "{file} makes a planned world");
        let quotes = code.contains("quote! {") && code.contains("ParseStream");
        assert!(!quotes || file.ends_with("entry.rs"), "{file} both parses and quotes");
    }
}

#[test]
fn nothing_in_the_macros_depends_on_chance() {
    for (file, code) in sources(&root("ecs-macros/src")) {
        for word in ["HashMap", "HashSet", "std::env", "SystemTime", "Instant::now", "std::fs"] {
            assert!(!code.contains(word), "{file} uses {word}");
        }
    }
}
