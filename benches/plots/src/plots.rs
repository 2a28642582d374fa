//! Owns the list of plots.

use crate::All;
use crate::results::Results;
use crate::svg::{Plot, Series};

/// All plots, each with the name of its file.
pub fn all(all: &All) -> Vec<(String, Plot)> {
    let All { profiles, dissertation, .. } = all;
    let mut plots = Vec::new();
    for workload in ["create", "iterate", "create and destroy"] {
        plots.push((format!("profiles-{}", workload.replace(' ', "-")), article(profiles, workload)));
    }
    for workload in ["iteration", "add / remove", "particles"] {
        let file = workload.replace(" / ", "-");
        plots.push((format!("{file}-schemes"), schemes(dissertation, workload)));
        plots.push((format!("{file}-storages"), storages(dissertation, workload)));
    }
    plots.push(("aspects".into(), aspects(dissertation)));
    plots.push(("memory-scattered".into(), memory(dissertation, "memory scattered", "scattered components")));
    plots.push(("memory-particles".into(), memory(dissertation, "memory particles", "particles")));
    plots
}

/// Lines of the contestants over entities or the parameter; contestants without a figure are left out.
fn series(
    results: &Results,
    workload: &str,
    by_parameter: bool,
    contestants: &[(&str, String)],
    is_shown: impl Fn((usize, usize)) -> bool,
) -> Vec<Series> {
    let line = |(name, contestant): &(&str, String)| {
        let point = |case: (usize, usize)| {
            let x = if by_parameter { case.1 } else { case.0 };
            Some((x as f64, results.median(workload, case.0, case.1, contestant)?))
        };
        let cases = results.cases(workload).into_iter().filter(|case| is_shown(*case));
        Series { name: (*name).into(), points: cases.filter_map(point).collect() }
    };
    contestants.iter().map(line).filter(|series| !series.points.is_empty()).collect()
}

fn named(names: &[&'static str], contestant: impl Fn(&str) -> String) -> Vec<(&'static str, String)> {
    names.iter().map(|name| (*name, contestant(name))).collect()
}

fn article(results: &Results, workload: &str) -> Plot {
    let names = [
        "A",
        "AA",
        "AAA",
        "A + hash_map",
        "A + btree_map",
        "article: vectors",
        "article: run-time ids",
        "article: unordered_map",
        "article: map",
    ];
    let contestants = named(&names, str::to_owned);
    Plot {
        title: format!("Article: {workload}, 2 components per entity"),
        x: "entities".into(),
        y: "ns per entity".into(),
        logarithmic: true,
        series: series(results, workload, false, &contestants, |(_, components)| components == 2),
    }
}

fn of_dissertation(results: &Results, workload: &str, what: &str, contestants: &[(&str, String)]) -> Plot {
    let by_parameter = workload == "add / remove";
    Plot {
        title: format!("Dissertation: {workload}, {what}"),
        x: if by_parameter { "operations per update" } else { "entities" }.into(),
        y: if by_parameter { "ns per operation" } else { "ns per entity" }.into(),
        logarithmic: false,
        series: series(results, workload, by_parameter, contestants, |_| true),
    }
}

fn schemes(results: &Results, workload: &str) -> Plot {
    let names = [
        "naive without masks",
        "naive",
        "tree set",
        "tree set delayed",
        "scan",
        "list",
        "delayed",
        "active_passive",
        "group",
    ];
    let contestants = named(&names, |scheme| format!("sparse_set + {scheme}"));
    of_dissertation(results, workload, "ways to find entities, over sparse sets", &contestants)
}

/// `packed` is left out of workloads with changes, in which it would squeeze all others together; it is in the tables.
fn storages(results: &Results, workload: &str) -> Plot {
    let names = ["sparse_set", "vec", "packed", "hashed_array_tree", "hash_map", "btree_map"];
    let mut contestants = named(&names, |storage| format!("{storage} + list"));
    contestants.retain(|(name, _)| *name != "packed" || workload == "iteration");
    of_dissertation(results, workload, "storages, under a list", &contestants)
}

fn aspects(results: &Results) -> Plot {
    let contestants = named(&["masks", "no masks + sparse_set", "no masks + vec"], str::to_owned);
    Plot {
        title: "Dissertation: whether an entity has an aspect".into(),
        x: "components in the aspect".into(),
        y: "ns per entity".into(),
        logarithmic: false,
        series: series(results, "aspects", true, &contestants, |_| true),
    }
}

fn memory(results: &Results, workload: &str, what: &str) -> Plot {
    let names = [
        "sparse_set",
        "vec",
        "packed",
        "hashed_array_tree(chunk = 1)",
        "hashed_array_tree(chunk = 8)",
        "hashed_array_tree(chunk = 64)",
        "hashed_array_tree(chunk = 256)",
        "hash_map",
        "btree_map",
    ];
    Plot {
        title: format!("Dissertation: memory, {what}"),
        x: "entities".into(),
        y: "bytes per living entity".into(),
        logarithmic: false,
        series: series(results, workload, false, &named(&names, str::to_owned), |_| true),
    }
}
