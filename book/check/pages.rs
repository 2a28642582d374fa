//! The pages of the book as modules whose documentation they are. Shared with the crate that compiles the code of other libraries.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Which blocks are compiled; all others become text. The tags are words after `rust,` where a block begins.
#[derive(Clone, Copy, PartialEq)]
pub enum Blocks {
    /// Those without a tag of this list.
    Plain,
    /// `serde`: those that need this feature of the library, or `std`.
    Serde,
    /// `peer`: those of other libraries.
    Peers,
}

impl Blocks {
    /// `None` for blocks that are compiled elsewhere: those of files.
    fn of(tags: &str) -> Option<Self> {
        let has = |tag| tags.split(',').any(|one| one == tag);
        if has("ignore") {
            None
        } else if has("peer") {
            Some(Self::Peers)
        } else {
            Some(if has("serde") { Self::Serde } else { Self::Plain })
        }
    }
}

/// Writes `pages.rs` into the folder for generated code, and the pages beside it.
pub fn write(source: &str, blocks: Blocks) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let source = root.join(source);
    println!("cargo::rerun-if-changed={}", source.display());
    let mut modules = String::new();
    for page in below(&source) {
        let text = fs::read_to_string(&page).expect("a page can be read");
        let selected = select(&text, blocks);
        let name = page.strip_prefix(&source).expect("it is below").with_extension("");
        let name = name.to_string_lossy().replace(['/', '\\', '-'], "_").to_lowercase();
        let copy = out.join(format!("{name}.md"));
        fs::write(&copy, selected).expect("the folder can be written");
        let copy = copy.to_str().expect("paths are UTF-8");
        modules.extend(["#[doc = include_str!(r#\"", copy, "\"#)]\nmod ", &name, " {}\n"]);
    }
    fs::write(out.join("pages.rs"), modules).expect("the folder can be written");
}

/// The pages in a folder and those below it, in the order of their paths.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("the folder can be listed").map(|entry| entry.expect("it can be listed").path());
    let mut pages = Vec::new();
    for path in entries {
        if path.is_dir() {
            pages.extend(below(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    pages.sort();
    pages
}

/// The same text, in which blocks of other kinds are no code. Lines keep their numbers.
fn select(text: &str, blocks: Blocks) -> String {
    let mut inside = false;
    let mut selected = String::with_capacity(text.len());
    for line in text.lines() {
        let fence = line.strip_prefix("```").filter(|_| !inside);
        inside ^= line.starts_with("```");
        match fence {
            Some(tags) if tags.starts_with("rust") && Blocks::of(tags) == Some(blocks) => {
                let kept = tags.split(',').filter(|tag| !matches!(*tag, "serde" | "peer"));
                selected += "```";
                selected += &kept.collect::<Vec<_>>().join(",");
            }
            Some(_) => selected += "```text",
            None => selected += line,
        }
        selected.push('\n');
    }
    selected
}
