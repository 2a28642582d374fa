//! What must not compile, one misuse a file, with what the compiler says about it: `tests/ui/<kind>/<misuse>.rs`.
//!
//! `TRYBUILD=overwrite cargo test --test ui` accepts what is said now; read the difference before you commit it.

#[test]
fn each_misuse_is_refused_with_the_pinned_words() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    for kind in ["access", "bundle", "events", "query", "schedule", "sets", "storage", "system", "views", "world"] {
        cases.compile_fail(format!("tests/ui/{kind}/*.rs"));
    }
    if cfg!(feature = "rayon") {
        cases.compile_fail("tests/ui/threads/*.rs");
    }
}
