//! Links the program for the memory of the chip; does nothing for other targets.

fn main() {
    println!("cargo:rerun-if-changed=memory.x");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("none") {
        let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
        println!("cargo:rustc-link-search={folder}");
        println!("cargo:rustc-link-arg-bins=-Tlink.x");
    }
}
