//! Writes a module per page of the book, so that rustdoc compiles and runs its code.

#![allow(unreachable_pub, reason = "the module is shared with another crate")]

mod pages;

use pages::Blocks;

fn main() {
    let blocks = if std::env::var_os("CARGO_FEATURE_SERDE").is_some() { Blocks::Serde } else { Blocks::Plain };
    pages::write("../src", blocks);
}
