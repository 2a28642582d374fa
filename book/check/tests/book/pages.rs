//! The pages, read with the parser that mdBook uses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A page of the book.
pub(crate) struct Page {
    /// Where it is, below `book/src`.
    pub path: String,
    /// The targets of links and pictures.
    pub links: Vec<String>,
    /// The anchors of headings.
    pub anchors: BTreeSet<String>,
    /// What is in code font within text.
    pub words: Vec<String>,
    /// The blocks that quote the compiler.
    pub quotes: Vec<String>,
}

/// The folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the repository.
pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files with an extension in a folder of the repository, and below it.
pub(crate) fn files(folder: &str, extension: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).expect("the folder can be listed") {
        let name = entry.expect("it can be listed").file_name().into_string().expect("names are UTF-8");
        let path = format!("{folder}/{name}");
        if root().join(&path).is_dir() {
            found.extend(files(&path, extension));
        } else if Path::new(&name).extension().is_some_and(|other| other == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// All pages, in the order of their paths.
pub(crate) fn pages() -> Vec<Page> {
    let paths = files("book/src", "md");
    assert!(paths.len() > 20, "the pages are not where they are looked for");
    paths.iter().map(|path| page(path.trim_start_matches("book/src/"), &read(path))).collect()
}

fn page(path: &str, text: &str) -> Page {
    let (links, words, quotes) = (Vec::new(), Vec::new(), Vec::new());
    let mut page = Page { path: path.to_owned(), links, anchors: BTreeSet::new(), words, quotes };
    let mut heading: Option<String> = None;
    let mut quote: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.to_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => page.anchors.extend(heading.take().map(|heading| anchor(&heading))),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(tags))) if &*tags == "text,rejected" => {
                quote = Some(String::new());
            }
            Event::End(TagEnd::CodeBlock) => page.quotes.extend(quote.take()),
            Event::Text(text) | Event::Code(text) if heading.is_some() => push(heading.as_mut(), &text),
            Event::Text(text) => push(quote.as_mut(), &text),
            Event::Code(code) => page.words.push(code.to_string()),
            _ => {}
        }
    }
    page
}

fn push(text: Option<&mut String>, more: &str) {
    if let Some(text) = text {
        text.push_str(more);
    }
}

/// The anchor that mdBook gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|character| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_'));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}
