//! Owns the tables and their contents.

use crate::All;
use crate::results::Results;

const SCHEMES: [&str; 9] = [
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
const STORAGES: [&str; 6] = ["sparse_set", "vec", "packed", "hashed_array_tree", "hash_map", "btree_map"];
const COUNTED: [&str; 9] = [
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

/// All tables, each with its name in the page.
pub fn all(all: &All) -> Vec<(&'static str, String)> {
    let All { profiles, dissertation, cachegrind } = all;
    vec![
        ("machine", machine(profiles, dissertation)),
        ("profiles", sizes(profiles)),
        ("article", article(profiles)),
        ("cachegrind", misses(cachegrind)),
        ("iteration schemes", schemes(dissertation, "iteration")),
        ("iteration storages", storages(dissertation, "iteration")),
        ("add remove schemes", schemes(dissertation, "add / remove")),
        ("add remove storages", storages(dissertation, "add / remove")),
        ("particles schemes", schemes(dissertation, "particles")),
        ("particles storages", storages(dissertation, "particles")),
        ("iteration all", cross(dissertation, "iteration")),
        ("add remove all", cross(dissertation, "add / remove")),
        ("particles all", cross(dissertation, "particles")),
        ("aspects", aspects(dissertation)),
        ("memory scattered", memory(dissertation, "memory scattered")),
        ("memory particles", memory(dissertation, "memory particles")),
    ]
}

/// A table in Markdown.
fn table(heads: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<_> = heads.iter().enumerate().map(|(n, _)| if n == 0 { "---" } else { "---:" }.to_owned()).collect();
    rows.iter().fold(line(heads) + &line(&rule), |table, row| table + &line(row))
}

/// Formats a number with at least three significant digits from 1 on, and with two decimals below.
fn digits(value: f64) -> String {
    match value {
        _ if value >= 100.0 => grouped(value.round() as u64),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// Formats a number, with a space between thousands from 10 000 on: `12 345`.
pub fn grouped(number: u64) -> String {
    if number < 10_000 { number.to_string() } else { grouped_from(number) }
}

fn grouped_from(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{} {:03}", grouped_from(number / 1000), number % 1000) }
}

fn cell(figure: Option<f64>) -> String {
    figure.map_or("-".into(), digits)
}

/// Ratio of one figure to another.
fn ratio(own: Option<f64>, base: Option<f64>) -> String {
    cell(own.zip(base).map(|(own, base)| own / base))
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn machine(profiles: &Results, dissertation: &Results) -> String {
    let of = |results: &Results, what: &str| {
        results.machine.iter().find(|(own, _)| own == what).map_or("unknown".into(), |(_, value)| value.clone())
    };
    let shared = ["processor", "cache of the processor", "cores", "memory", "compiler"];
    let mut rows: Vec<_> = shared.map(|what| vec![what.to_owned(), of(profiles, what)]).to_vec();
    let load = "load at the start";
    rows.push(vec![
        format!("{load} of profiles, of dissertation"),
        format!("{}, {}", of(profiles, load), of(dissertation, load)),
    ]);
    table(&texts(&["", ""]), &rows)
}

/// Ratios of profiles AA and AAA to A.
fn sizes(results: &Results) -> String {
    let heads = texts(&["", "entities", "components each", "A, ns", "AA / A", "AAA / A"]);
    let mut rows = Vec::new();
    for workload in ["create", "iterate", "create and destroy"] {
        for (entities, components) in results.cases(workload) {
            let of = |contestant| results.median(workload, entities, components, contestant);
            rows.push(vec![
                workload.to_owned(),
                grouped(entities as u64),
                components.to_string(),
                cell(of("A")),
                ratio(of("AA"), of("A")),
                ratio(of("AAA"), of("A")),
            ]);
        }
    }
    table(&heads, &rows)
}

/// Ratios of the article's own library, and of maps, to our profile A.
fn article(results: &Results) -> String {
    let others = [
        "article: vectors",
        "article: run-time ids",
        "article: unordered_map",
        "article: map",
        "A + hash_map",
        "A + btree_map",
    ];
    let heads = [&["", "entities", "components each", "ecs-world, ns"], &others[..]].concat();
    let mut rows = Vec::new();
    for workload in ["create", "iterate", "create and destroy"] {
        for (entities, components) in results.cases(workload).into_iter().filter(|(_, components)| *components == 2) {
            let of = |contestant| results.median(workload, entities, components, contestant);
            let mut row = vec![workload.to_owned(), grouped(entities as u64), components.to_string(), cell(of("A"))];
            row.extend(others.iter().map(|contestant| ratio(of(contestant), of("A"))));
            rows.push(row);
        }
    }
    table(&texts(&heads), &rows)
}

/// Counts of cachegrind.
fn misses(results: &Results) -> String {
    let contestants = [
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
    let counts = ["instructions", "data references", "D1 misses", "LLd misses"];
    let heads = [&["", "entities"], &counts[..]].concat();
    let mut rows = Vec::new();
    for (entities, _) in results.cases("instructions") {
        for contestant in contestants {
            let mut row = vec![contestant.to_owned(), grouped(entities as u64)];
            row.extend(counts.iter().map(|count| {
                results.median(count, entities, 0, contestant).map_or("-".into(), |count| grouped(count as u64))
            }));
            rows.push(row);
        }
    }
    table(&texts(&heads), &rows)
}

/// The size that is varied in a workload.
fn varied(workload: &str, (entities, parameter): (usize, usize)) -> usize {
    if workload == "add / remove" { parameter } else { entities }
}

/// Ways to find entities, all with sparse sets.
fn schemes(results: &Results, workload: &str) -> String {
    let heads = [&[if workload == "add / remove" { "operations" } else { "entities" }], &SCHEMES[..]].concat();
    let rows = results.cases(workload).into_iter().map(|case| {
        let of = |scheme: &&str| cell(results.median(workload, case.0, case.1, &format!("sparse_set + {scheme}")));
        [grouped(varied(workload, case) as u64)].into_iter().chain(SCHEMES.iter().map(of)).collect()
    });
    table(&texts(&heads), &rows.collect::<Vec<_>>())
}

/// Storages, all with list views.
fn storages(results: &Results, workload: &str) -> String {
    let heads = [&[if workload == "add / remove" { "operations" } else { "entities" }], &STORAGES[..]].concat();
    let rows = results.cases(workload).into_iter().map(|case| {
        let of = |storage: &&str| cell(results.median(workload, case.0, case.1, &format!("{storage} + list")));
        [grouped(varied(workload, case) as u64)].into_iter().chain(STORAGES.iter().map(of)).collect()
    });
    table(&texts(&heads), &rows.collect::<Vec<_>>())
}

/// Each storage with each way to find entities, at the middle size.
fn cross(results: &Results, workload: &str) -> String {
    let schemes = ["naive", "scan", "list", "delayed", "active_passive", "group"];
    let cases = results.cases(workload);
    let Some(case) = cases.get(cases.len() / 2) else { return String::new() };
    let heads = [&["storage"], &schemes[..]].concat();
    let rows = STORAGES.iter().map(|storage| {
        let of = |scheme: &&str| cell(results.median(workload, case.0, case.1, &format!("{storage} + {scheme}")));
        [(*storage).to_owned()].into_iter().chain(schemes.iter().map(of)).collect()
    });
    table(&texts(&heads), &rows.collect::<Vec<_>>())
}

fn aspects(results: &Results) -> String {
    let contestants = ["masks", "no masks + sparse_set", "no masks + vec"];
    let heads = [&["components in the aspect"], &contestants[..]].concat();
    let rows = results.cases("aspects").into_iter().map(|(entities, size)| {
        let of = |contestant: &&str| cell(results.median("aspects", entities, size, contestant));
        [size.to_string()].into_iter().chain(contestants.iter().map(of)).collect()
    });
    table(&texts(&heads), &rows.collect::<Vec<_>>())
}

/// Bytes of storages after growth, and after shrinking.
fn memory(results: &Results, workload: &str) -> String {
    let cases = results.cases(workload);
    let (first, last) = (0, cases.len().saturating_sub(1));
    let chosen: Vec<_> = [first, last / 4, last / 2, last].map(|at| cases[at]).to_vec();
    let mut heads = texts(&["storage"]);
    heads.extend(chosen.iter().map(|(entities, _)| grouped(*entities as u64)));
    heads.push(format!("{}, shrunk", grouped(chosen[3].0 as u64)));
    let rows = COUNTED.iter().map(|storage| {
        let mut row = vec![(*storage).to_owned()];
        row.extend(chosen.iter().map(|(entities, _)| cell(results.median(workload, *entities, 0, storage))));
        row.push(cell(results.median(&format!("{workload} shrunk"), chosen[3].0, 0, storage)));
        row
    });
    table(&heads, &rows.collect::<Vec<_>>())
}
