//! The structure of the crates, checked in their sources: dependencies of modules, the place of `unsafe`, and the layers of the macro.
#![allow(missing_docs, unreachable_pub, reason = "the modules here are parts of this one test")]

#[path = "layering/cycles.rs"]
mod cycles;
#[path = "layering/paths.rs"]
mod paths;
#[path = "layering/sections.rs"]
mod sections;
#[path = "layering/sources.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sources::{Source, code_of, code_of_line, has_word, read, root, sources};

/// The layer of each module of a crate, from the table in its head comment: the lowest is 0.
fn layers(table: &str) -> BTreeMap<String, usize> {
    let rows = table.lines().filter_map(|line| line.strip_prefix("//! |")).skip(2);
    let modules = rows.zip(0..).flat_map(|(row, layer)| {
        let cell = row.split('|').nth(1).unwrap_or_default();
        let names = cell.split('`').skip(1).step_by(2).map(str::to_owned);
        names.map(move |name| (name, layer)).collect::<Vec<_>>()
    });
    modules.collect()
}

/// Maps each name that the root of a crate exports, and each module, to the module that it belongs to.
fn origins(head: &str) -> BTreeMap<String, String> {
    let mut origins = BTreeMap::new();
    let code = code_of(head);
    for line in code.lines().filter_map(|line| line.strip_prefix("mod ")) {
        let module = line.trim_end_matches(';').to_owned();
        origins.insert(module.clone(), module);
    }
    for export in code.split("pub use ").skip(1) {
        let (module, names) = export.split_once("::").expect("the path of an export starts with its module");
        let names = names.split(';').next().unwrap_or_default().trim_matches(['{', '}', '\n', ' ']);
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            origins.insert(name.to_owned(), module.to_owned());
        }
    }
    origins
}

#[test]
fn each_module_of_the_run_time_is_in_the_table_of_layers() {
    let head = read(&root().join("ecs-core/src/lib.rs"));
    let layers = layers(&head);
    let modules: Vec<_> = origins(&head).into_iter().filter(|(name, module)| name == module).collect();
    assert!(modules.len() > 15);
    for (module, _) in modules {
        assert!(layers.contains_key(&module), "`{module}` has no layer");
    }
}

/// The uses of higher layers among these sources of the run time, and the number of all uses.
fn uses_of_higher_layers(sources: &[Source]) -> (Vec<String>, usize) {
    let head = read(&root().join("ecs-core/src/lib.rs"));
    let (layers, origins) = (layers(&head), origins(&head));
    let (mut faults, mut uses) = (vec![], 0);
    for source in sources.iter().filter(|source| source.path != "lib.rs") {
        let own = layers[source.module()];
        for name in source.names_in_crate() {
            let module =
                origins.get(&name).unwrap_or_else(|| panic!("{}: `crate::{name}` is in no known module", source.path));
            if layers[module] > own {
                faults.push(format!("{} uses `{name}` of `{module}`, which is in a higher layer", source.path));
            }
            uses += 1;
        }
    }
    (faults, uses)
}

#[test]
fn modules_of_the_run_time_use_only_their_layer_and_those_below() {
    let (faults, uses) = uses_of_higher_layers(&sources("ecs-core/src"));
    assert_eq!(faults, [""; 0]);
    assert!(uses > 100, "found only {uses} uses: the sources are parsed wrongly");
}

/// All files in the folders of the repository that pages refer to.
fn files() -> Vec<String> {
    let root = root();
    let folders = [
        "ecs-core",
        "ecs-macros",
        "src",
        "tests",
        "examples",
        "docs",
        "benches",
        "fuzz",
        "book",
        "games",
        "ecs-shards",
        "ecs-inspector",
    ];
    let mut files = folders.map(str::to_owned).to_vec();
    let mut directories = folders.map(|name| root.join(name)).to_vec();
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).expect("the folder exists") {
            let path = entry.expect("the entry can be read").path();
            files.push(
                path.strip_prefix(&root).expect("the path is below the root").to_string_lossy().replace('\\', "/"),
            );
            if path.is_dir() && !path.ends_with("target") {
                directories.push(path);
            }
        }
    }
    files
}

#[test]
fn files_named_by_the_architecture_and_the_tests_page_exist() {
    let files = files();
    for page in ["ARCHITECTURE.md", "tests/README.md"] {
        let text = read(&root().join(page));
        let names = text.split('`').skip(1).step_by(2);
        let names: Vec<_> = names
            .filter(|name| Path::new(name).extension().is_some_and(|end| end == "rs") || name.ends_with('/'))
            .collect();
        assert!(names.len() > 15, "found only {} names of files in {page}: it is parsed wrongly", names.len());
        for name in names.into_iter().filter(|name| !name.contains("NAME")) {
            let path = name.trim_end_matches('/');
            let exists = files.iter().any(|file| file == path || file.ends_with(&format!("/{path}")));
            assert!(exists, "{page} names `{name}`, which does not exist");
        }
    }
}

#[test]
fn stages_of_the_macros_use_only_earlier_stages() {
    let mut layers = layers(&read(&root().join("ecs-macros/src/lib.rs")));
    assert_eq!(layers.len(), 7, "{layers:?}");
    // The modules that collect signatures run before the grammar and use it, so they belong to its layer.
    let grammar = layers["parse"];
    layers.extend(["chain", "cycle", "carrier"].map(|module| (module.to_owned(), grammar)));
    for source in sources("ecs-macros/src") {
        let Some(own) = layers.get(source.module()) else { continue };
        for name in source.names_in_crate() {
            let known = layers.get(&name).is_none_or(|stage| stage <= own);
            assert!(known, "{} uses `{name}`, a later stage", source.path);
        }
    }
}

/// The modules of the macros in order, each with the earlier ones that it uses.
const MODULES: [(&str, &[&str]); 23] = [
    ("vocabulary", &[]),
    ("messages", &[]),
    ("text", &[]),
    ("methods", &["text"]),
    ("names", &["methods", "vocabulary"]),
    ("report", &[]),
    ("aspect", &[]),
    ("tuples", &[]),
    ("planner", &["aspect"]),
    ("parse", &["messages", "names", "report", "vocabulary"]),
    ("model", &["aspect", "names", "planner", "vocabulary"]),
    ("lower", &["messages", "model", "names", "parse", "planner", "report", "vocabulary"]),
    ("check", &["messages", "model", "names", "planner", "report", "vocabulary"]),
    ("plan", &["check", "model", "planner", "vocabulary"]),
    ("expand", &["check", "messages", "methods", "model", "names", "plan", "text", "tuples", "vocabulary"]),
    ("cycle", &["messages", "names", "parse"]),
    ("carrier", &["names", "parse", "vocabulary"]),
    ("chain", &["cycle", "messages", "names", "parse", "vocabulary"]),
    ("system", &["messages", "model", "names", "parse", "report", "vocabulary"]),
    ("bundle", &["messages", "names", "report", "tuples"]),
    ("relation", &["bundle", "messages", "names", "report", "vocabulary"]),
    ("handles", &["bundle", "messages", "names", "report", "vocabulary"]),
    ("query", &["bundle", "messages", "names", "report", "tuples"]),
];

/// The modules of these sources of the macros whose uses are not those that are listed.
fn unlisted_uses(sources: &[Source]) -> Vec<String> {
    let mut uses: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    let is_root = |source: &Source| ["lib", "internals"].contains(&source.module());
    let is_code = |source: &&Source| !is_root(source) && !source.path.contains("tests");
    for source in sources.iter().filter(is_code) {
        let own = source.module().trim_end_matches("_words").to_owned();
        let mut others = source.names_in_crate();
        others.retain(|name| *name != own);
        uses.entry(own).or_default().extend(others);
    }
    assert_eq!(uses.len(), MODULES.len(), "each module has sources, and is in the list");
    let listed = |module: &str| MODULES.iter().find(|(name, _)| *name == module).map(|(_, known)| *known);
    let differs = |(module, others): &(String, BTreeSet<String>)| {
        listed(module).is_none_or(|known| !others.iter().map(String::as_str).eq(known.iter().copied()))
    };
    uses.into_iter().filter(differs).map(|(module, others)| format!("{module} uses {others:?}")).collect()
}

#[test]
fn each_module_of_the_macros_uses_only_those_listed_beside_it() {
    for (at, (module, known)) in MODULES.iter().enumerate() {
        let is_before = |other: &&str| MODULES[..at].iter().any(|(before, _)| before == other);
        assert!(known.iter().all(is_before), "`{module}` may use only modules that are listed before it");
    }
    assert_eq!(unlisted_uses(&sources("ecs-macros/src")), [""; 0]);
}

#[test]
fn a_use_through_parents_is_found_as_one_through_the_root() {
    for (path, line) in [
        ("expand/set.rs", "use super::super::parse::Entry;"),
        ("check/views.rs", "use super::super::parse::Entry;"),
        ("check/mod.rs", "use super::{expand::Context, model::World};"),
        ("messages/world.rs", "fn f() { super::super::parse::world(); }"),
        ("planner.rs", "mod inner { use super::super::names; }"),
    ] {
        let mut sources = sources("ecs-macros/src");
        sources.push(Source { path: path.into(), code: line.into() });
        let module = path.split(['/', '.']).next().unwrap_or_default();
        let faults = unlisted_uses(&sources);
        assert!(faults.len() == 1 && faults[0].starts_with(&format!("{module} uses ")), "{path}: {faults:?}");
    }
    let planted = Source { path: "storage/marks/words.rs".into(), code: "use super::super::super::view::View;".into() };
    assert_eq!(uses_of_higher_layers(&[planted]).0.len(), 1);
}

#[test]
fn both_roots_of_the_macros_have_the_same_modules() {
    let sources = sources("ecs-macros/src");
    let modules = |root: &str| {
        let source = sources.iter().find(|source| source.path == root).expect("the root exists");
        let names = source.code.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
        names.filter(|name| *name != "snapshots").map(str::to_owned).collect::<BTreeSet<_>>()
    };
    assert!(modules("lib.rs").len() > 15, "the sources are parsed wrongly");
    assert_eq!(modules("internals.rs"), modules("lib.rs"));
}

/// The fuzz targets need a nightly toolchain, so that no other test compiles them.
#[test]
fn fuzz_targets_have_the_modules_of_the_model() {
    let modules = |path: &str| {
        let code = code_of(&read(&root().join(path)));
        code.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')).map(str::to_owned).collect()
    };
    let (model, mut fuzz): (BTreeSet<String>, BTreeSet<String>) =
        (modules("tests/model.rs"), modules("fuzz/src/worlds.rs"));
    // The fuzzer provides the numbers, and uses no random lives.
    fuzz.extend(["lives", "numbers"].map(str::to_owned));
    assert!(model.len() > 10, "the sources are parsed wrongly");
    assert_eq!(fuzz, model);
}

#[test]
fn the_planner_uses_only_data_and_is_called_by_check_and_plan() {
    let sources = sources("ecs-macros/src");
    for (path, known) in [("planner.rs", &["aspect"][..]), ("planner_words.rs", &["planner"]), ("aspect.rs", &[])] {
        let source = sources.iter().find(|source| source.path == path).expect("the file exists");
        assert!(source.names_in_crate().iter().all(|name| known.contains(&name.as_str())), "{path} uses other modules");
        for word in ["syn", "quote", "proc_macro2", "Span"] {
            assert!(!has_word(&source.code, word), "{path} uses `{word}`");
        }
    }
    let asks = |source: &&Source| source.code.contains("planner::plan(") && source.module() != "internals";
    let asking: Vec<_> = sources.iter().filter(asks).map(Source::module).collect();
    let distinct: BTreeSet<_> = asking.into_iter().collect();
    assert_eq!(distinct.into_iter().collect::<Vec<_>>(), ["check", "plan"]);
}

#[test]
fn messages_are_made_of_texts_alone() {
    for source in sources("ecs-macros/src").iter().filter(|source| source.module() == "messages") {
        for word in ["syn", "quote", "proc_macro2"] {
            assert!(!has_word(&source.code, word), "{} uses `{word}`", source.path);
        }
    }
}

#[test]
fn only_check_makes_checked_worlds_and_only_plan_planned_ones() {
    for (maker, made) in [("check", "Checked"), ("plan", "Planned")] {
        for source in sources("ecs-macros/src") {
            let makes = [format!("{made}("), format!("{made} {{")].iter().any(|call| source.code.contains(call));
            assert!(!makes || source.module() == maker, "{} makes a `{made}`", source.path);
        }
    }
    let head_of = |source: &Source, item: &str| source.code.lines().find(|line| line.contains(item)).map(str::to_owned);
    let sources = sources("ecs-macros/src");
    let find = |item| sources.iter().find_map(|source| head_of(source, item)).expect("the item exists");
    assert_eq!(find("struct Checked"), "pub(crate) struct Checked<W>(W);", "the field of `Checked` is private");
    assert!(find("pub(crate) fn world(plan").contains("plan: &Planned<World>"), "`expand` takes a planned world");
}

#[test]
fn macros_never_depend_on_the_run_time() {
    let manifest = read(&root().join("ecs-macros/Cargo.toml"));
    assert!(!manifest.contains("ecs-core") && !manifest.contains("ecs-world ="), "{manifest}");
    for source in sources("ecs-macros/src") {
        assert!(!has_word(&source.code, "ecs_core"), "{} mentions the run time", source.path);
    }
}

#[test]
fn no_file_of_the_macros_both_parses_and_quotes() {
    for source in sources("ecs-macros/src") {
        // An entry contains expressions as tokens, which it passes on.
        let both = source.code.contains("quote! {") && has_word(&source.code, "ParseStream");
        assert!(!both || source.path == "parse/entry.rs", "{} both parses and quotes", source.path);
    }
}

#[test]
fn the_run_time_has_only_optional_dependencies() {
    let manifest = read(&root().join("ecs-core/Cargo.toml"));
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next();
    let lines = dependencies.unwrap_or_default().lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        assert!(line.contains("optional = true"), "a dependency of the run time must be optional: {line}");
    }
    assert!(!manifest.contains("\ndefault = "), "no feature is on by default");
}

#[test]
fn nothing_in_the_macros_depends_on_chance() {
    for source in sources("ecs-macros/src").iter().filter(|source| !source.path.ends_with("tests.rs")) {
        for word in ["HashMap", "HashSet", "RandomState", "SystemTime", "Instant", "env", "fs"] {
            // The only environment variables that are read are the name and version of the compiled crate, in one place.
            let named = word == "env" && source.path == "names.rs" && source.code.matches("env::").count() == 1;
            assert!(named || !has_word(&source.code, word), "{} uses `{word}`", source.path);
        }
    }
}

#[test]
fn unsafe_is_in_one_file_of_less_than_a_hundred_lines() {
    let allowed = "disjoint.rs";
    for directory in ["ecs-core/src", "ecs-macros/src", "src", "examples"] {
        for source in sources(directory) {
            let is_allowed = directory == "ecs-core/src" && source.path == allowed;
            let free = !has_word(&source.code, "unsafe") && !has_word(&source.code, "unsafe_code");
            assert!(free || is_allowed, "{directory}/{} has `unsafe`", source.path);
        }
    }
    let lines = read(&root().join("ecs-core/src").join(allowed)).lines().count();
    assert!(lines < 100);
    let page = read(&root().join("docs/RELIABILITY.md"));
    assert!(
        page.contains(&format!("in a file of {lines} lines, comments included")),
        "docs/RELIABILITY.md must say that {allowed} has {lines} lines"
    );
}

/// The kernel reads an index twice, and relies on getting equal results.
#[test]
fn nothing_that_is_shared_can_change() {
    let words = ["Cell", "RefCell", "UnsafeCell", "OnceCell", "OnceLock", "LazyCell", "LazyLock", "Mutex", "RwLock"];
    for source in sources("ecs-core/src").iter().filter(|source| !source.path.ends_with("tests.rs")) {
        let changes = words.iter().find(|word| has_word(&source.code, word));
        // The times of systems are written by all threads; no lookup depends on them.
        let is_allowed = source.module() == "disjoint" || source.path == "times.rs";
        assert!(changes.is_none() || is_allowed, "{} mentions {changes:?}", source.path);
        // Events number their lives across all worlds, and marks record changes; no lookup depends on either.
        let counts = source.path == "events.rs" && source.code.matches("static ").count() == 1;
        let marks = ["storage/marks.rs", "storage/marks/words.rs"].contains(&&*source.path);
        // Numbers tell which values are equal, and caches what those of an order share; the kernel reads neither.
        let tells = source.path == "numbered/number.rs" && source.code.matches("static ").count() == 1;
        let numbers = tells || ["numbered/halves.rs", "sparse/order/cached.rs"].contains(&&*source.path);
        // Requests tell which positions are read into a cache, when nothing is borrowed.
        let requests = source.path == "sparse/pairs/requests.rs";
        let is_atomic = source.code.contains("Atomic") || has_word(&source.code, "atomic");
        assert!(counts || marks || numbers || requests || !is_atomic, "{} mentions an atomic", source.path);
    }
}

#[test]
fn each_block_of_unsafe_code_cites_numbered_invariants_of_its_file() {
    let text = read(&root().join("ecs-core/src/disjoint.rs"));
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let unsafe_lines: Vec<_> = (0..lines.len()).filter(|at| has_word(&code_of_line(lines[*at]), "unsafe")).collect();
    assert_eq!(unsafe_lines.len(), 2, "another use of `unsafe` is a decision: change this number only after review");
    for at in unsafe_lines {
        let is_known = lines[at].contains("unsafe {") || lines[at].contains(" Send for DisjointMut<");
        assert!(is_known, "only blocks and `impl Send` may be unsafe: {}", lines[at]);
        let note =
            (0..at).rev().take_while(|before| lines[*before].starts_with("//")).last().expect("a comment precedes it");
        assert!(lines[note].starts_with("// SAFETY: "), "{}", lines[note]);
        let note = lines[note..at].join(" ");
        let words = note.split(|char: char| !char.is_alphanumeric());
        let cited: Vec<_> = words.filter(|word| word.len() == 2 && word.starts_with('I')).collect();
        assert!(!cited.is_empty(), "{note}");
        for invariant in cited {
            assert!(text.contains(&format!("//! - **{invariant}** ")), "{invariant} is cited, but does not exist");
        }
    }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    assert!(read(&root().join("Cargo.toml")).contains("unsafe_code = \"deny\""));
    for manifest in ["Cargo.toml", "ecs-core/Cargo.toml", "ecs-macros/Cargo.toml"] {
        assert!(read(&root().join(manifest)).contains("[lints]\nworkspace = true"), "{manifest}");
    }
}
