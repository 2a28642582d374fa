//! Compiles and runs the code of the book.
//!
//! - `cargo test --package book-check` runs all blocks but those that need the feature `serde`, and checks links, quotes and pictures;
//! - `cargo test --doc --package book-check --features serde` runs those that need it.

#[cfg(doctest)]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}
