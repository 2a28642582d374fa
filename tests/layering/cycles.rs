//! Modules of one parent use each other in one direction, except for those that are listed here.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::{Source, sources};

/// The modules inside of one module, each with the others that its files use.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// For each module with several modules inside, by its path from the root, the uses among them.
fn uses_by_parent(sources: &[Source]) -> BTreeMap<String, Uses> {
    let mut uses: BTreeMap<String, Uses> = BTreeMap::new();
    let exports: BTreeMap<_, _> = sources.iter().map(|source| (source.modules(), exports(source))).collect();
    for source in sources {
        let (modules, paths) = (source.modules(), source.paths());
        for depth in 0..modules.len() {
            let (parent, own) = (&modules[..depth], &modules[depth]);
            let within = paths.iter().filter(|path| path.len() > depth && path[..depth] == *parent);
            let known = within.map(|path| {
                // A name that the parent exports is one of the module that declares it.
                let name = &path[depth];
                exports.get(parent).and_then(|exports| exports.get(name)).unwrap_or(name).clone()
            });
            uses.entry(parent.join("::")).or_default().entry(own.clone()).or_default().extend(known);
        }
    }
    for modules in uses.values_mut() {
        let names: BTreeSet<_> = modules.keys().cloned().collect();
        for (own, known) in modules {
            known.retain(|name| name != own && names.contains(name));
        }
    }
    uses
}

/// The names that a file re-exports from the modules inside it, each with its module.
fn exports(source: &Source) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for export in source.code.split("use ").skip(1) {
        let Some((module, names)) = export.split(';').next().and_then(|export| export.split_once("::")) else {
            continue;
        };
        for name in names.split(|char: char| !char.is_alphanumeric() && char != '_').filter(|name| !name.is_empty()) {
            exports.insert(name.to_owned(), module.to_owned());
        }
    }
    exports.retain(|_, module| !["crate", "super", "self"].contains(&module.as_str()));
    exports
}

/// The cycles among the modules of one parent: those that can be reached from one another, ascending.
fn cycles(uses: &Uses) -> BTreeSet<Vec<String>> {
    let reached = |from: &String| {
        let (mut reached, mut rest) = (BTreeSet::new(), vec![from]);
        while let Some(module) = rest.pop() {
            rest.extend(uses[module].iter().filter(|known| reached.insert((*known).clone())));
        }
        reached
    };
    let reached: BTreeMap<_, _> = uses.keys().map(|module| (module, reached(module))).collect();
    let of = |module: &String| {
        let both = reached[module].iter().filter(|other| reached[other].contains(module));
        both.cloned().collect::<Vec<_>>()
    };
    uses.keys().map(of).filter(|cycle| cycle.len() > 1).collect()
}

/// The modules of the run time that use another one although that one uses them, directly or through others; without these uses there is no
/// cycle. Each has its parent, the module, and what it uses. `*` stands for all modules of the parent.
const PERMITTED: [(&str, &str, &[&str]); 23] = [
    // All of these are generic over the world, whose methods call them.
    ("", "world", &["bundle", "commands", "query", "spawner", "template"]),
    // Templates keep their values in queues of commands, and commands insert templates.
    ("", "commands", &["template"]),
    // An operation names the function that applies it to a batch.
    ("commands", "operation", &["apply", "batch"]),
    // A batch is a field of saves, for which its file has the description.
    ("commands", "saved", &["batch"]),
    // A parallel fetch can also be divided by positions.
    ("fetch", "parallel", &["bands"]),
    // Each index is a source, which has a variant per kind of index.
    ("sparse", "cache", &["source"]),
    ("sparse", "hash", &["source"]),
    ("sparse", "presence", &["source"]),
    ("sparse", "relation", &["presence", "source"]),
    ("sparse", "tree", &["source"]),
    // Sealed traits list the types that implement them; a table makes the index that it belongs to a source.
    ("sparse", "slots", &["hash", "index", "pages", "source", "tree"]),
    // A companion lends marks, which are companions.
    ("storage", "companion", &["marks"]),
    // A document is read into a library, whose method reads documents.
    ("template", "library", &["document"]),
    // Threads can divide the entities of a view by positions as well.
    ("view", "parallel", &["bands"]),
    // The trait `EcsWorld` requires those of all methods, which call everything; everything is generic over `EcsWorld`.
    ("world", "*", &["methods"]),
    // The state of a world has fields for positions and tidying, which are of this state.
    ("world", "data", &["positions", "tidy"]),
    // A despawn cuts relations, and these despawn in turn.
    ("world", "relations", &["despawn", "remove", "trees"]),
    // A view lists the storages that it owns, which the components of the world have.
    ("world", "parts", &["owned"]),
    // The constants of a transition are computed from those of a generated world, whose table has functions that notify of transitions.
    ("world", "generated", &["notify_table"]),
    ("world", "transition", &["notify_table"]),
    // A save is read by calls of the readers of its parts, which fill what the reader of the whole keeps.
    ("world::saves", "read", &["columns", "commands", "entries"]),
    ("world::saves", "write", &["commands"]),
    ("world::saves::commands", "read", &["changes"]),
];

/// The cycles that remain without uses that are permitted; and the permitted uses that do not exist.
fn faults(sources: &[Source], permitted: &[(&str, &str, &[&str])]) -> Vec<String> {
    let mut uses = uses_by_parent(sources);
    let mut faults = vec![];
    for (parent, module, others) in permitted {
        let modules = uses.get_mut(*parent).into_iter().flatten().filter(|(own, _)| *module == "*" || own == module);
        let mut known: Vec<_> = modules.map(|(_, known)| known).collect();
        for other in *others {
            let count = known.iter_mut().map(|known| known.remove(*other)).filter(|is_used| *is_used).count();
            faults.extend((count == 0).then(|| format!("`{parent}`: `{module}` does not use `{other}`")));
        }
    }
    for (parent, uses) in &uses {
        faults.extend(cycles(uses).iter().map(|cycle| format!("`{parent}`: {} use each other", cycle.join(", "))));
    }
    faults
}

/// The sources of a crate without unit tests.
fn code(directory: &str) -> Vec<Source> {
    sources(directory).into_iter().filter(|source| !source.path.contains("tests")).collect()
}

#[test]
fn modules_of_one_parent_in_the_macros_use_each_other_in_one_direction() {
    let sources = code("ecs-macros/src");
    assert!(uses_by_parent(&sources).len() > 8, "the sources are parsed wrongly");
    assert_eq!(faults(&sources, &[]), [""; 0]);
}

#[test]
fn modules_of_one_parent_in_the_run_time_use_each_other_in_one_direction_except_where_listed() {
    let sources = code("ecs-core/src");
    assert!(uses_by_parent(&sources).len() > 20, "the sources are parsed wrongly");
    assert_eq!(faults(&sources, &PERMITTED), [""; 0]);
}

#[test]
fn planted_cycles_are_found_and_permitted_uses_must_exist() {
    let planted = |path: &str, code: &str| Source { path: path.into(), code: code.into() };
    let mut sources = code("ecs-core/src");
    sources.push(planted("world/queues.rs", "use crate::world::sync;"));
    sources.push(planted("entity.rs", "use super::allocator::Allocator;"));
    let expected = ["``: allocator, entity use each other", "`world`: queues, run use each other"];
    let found = faults(&sources, &PERMITTED);
    assert!(expected.iter().all(|fault| found.iter().any(|found| found == fault)), "{found:?}");
    let unused = [("world", "queues", &["stages"][..])];
    assert_eq!(
        faults(&code("ecs-core/src"), &[&PERMITTED[..], &unused].concat()),
        ["`world`: `queues` does not use `stages`"]
    );
}
