//! Compiles and runs the code of other libraries in the book: `cargo test --doc --manifest-path book/peers/Cargo.toml`.

#[cfg(doctest)]
mod pages {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}
