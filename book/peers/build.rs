//! Writes a module per page of the book, so that rustdoc compiles and runs the code of other libraries.
#![allow(unreachable_pub, reason = "the module is shared with another crate")]

#[path = "../check/pages.rs"]
mod pages;

fn main() {
    pages::write("../src", pages::Blocks::Peers);
}
