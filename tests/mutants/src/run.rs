//! Builds the tests once and runs them with each mutant.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::list::{Found, Mutant};
use crate::tree::cargo;

/// The tests of the facade that test the run time, in the order in which they detect most mutants soonest. A row is built only if mutants
/// remain that the rows above did not detect.
const TESTS: &[&[&str]] = &[
    &["world_methods", "changes", "relations", "snapshots", "templates", "exchange", "tidying", "past", "model"],
    &[
        "commands",
        "bad_input",
        "columns",
        "value_kinds",
        "views",
        "trees",
        "iterators",
        "position_caches",
        "changes_of_queries",
        "relation_queries",
        "sorting",
        "panics",
        "model_relations",
        "model_storages",
    ],
    &[
        "replacements",
        "several",
        "several_targets",
        "transitions",
        "syncs",
        "events",
        "event_readers",
        "limits",
        "borders",
        "borders_on_threads",
        "storage_kinds",
        "storage_in_sets",
        "sets",
        "states",
        "conditions",
        "schedules",
        "traits",
        "handles",
        "optional_parts",
        "single",
        "parent_first",
        "reliability",
        "storage_memory",
        "caught_panics",
        "invariants",
        "model_changes",
        "model_past",
        "transfers",
        "with",
        "tuples",
        "planner",
        "query_parameters",
        "following",
        "disjoint_views",
        "past_parts",
        "derive_query",
        "lying_relations",
        "split_queries",
        "two_ways",
        "others",
        "beside_others",
        "with_rare",
    ],
];

/// Tests that are run with all features. They must not count values per thread.
const THREADED: &[&str] = &[
    "state",
    "saves",
    "files",
    "templates",
    "inspect",
    "stages",
    "parallel",
    "determinism",
    "past_stages",
    "spans",
    "system_times",
];

/// The package of the unit tests.
const UNIT_PACKAGE: &str = "ecs-core";
/// The unit tests that take longer than all others together.
const SLOW: &[&str] = &[
    "views_of_any_plan",
    "parts_on_several_threads",
    "twice_in_parts",
    "searches_are_short",
    "the_past_of_each_value_follows",
];
/// Arguments that skip these tests.
const QUICK: &[&str] = &["--skip", SLOW[0], "--skip", SLOW[1], "--skip", SLOW[2], "--skip", SLOW[3], "--skip", SLOW[4]];
/// The test of the model that takes long; `panics` looks for the same faults.
const SLOWEST: &str = "any_call_of_any_operation";
/// Tests of `reliability` that compare the sources with a page, which does not describe mutated sources.
const PAGES: &str = "page::";

/// How a test detects a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    Fails,
    /// It exceeds its time limit: an endless loop, or a machine that was busy with something else.
    NeverEnds,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Fails { "found by" } else { "keeps from ending" })
    }
}

/// One run of some tests.
struct Step {
    name: String,
    binary: PathBuf,
    /// Working directory: the root of its package.
    folder: PathBuf,
    arguments: &'static [&'static str],
    /// Duration without a mutant.
    time: Duration,
}

impl Step {
    /// Runs the tests with a mutant; returns how a test fails, if one does. A filter selects tests.
    fn notices(&self, mutant: Option<usize>, filter: Option<&str>) -> Option<Failure> {
        let mut command = Command::new(&self.binary);
        // One failure is enough.
        command.args(["-Z", "unstable-options", "--fail-fast"]).env("RUSTC_BOOTSTRAP", "1");
        command.args(self.arguments).args(filter).current_dir(&self.folder).env("ECS_MODEL_OPERATIONS", "20000");
        command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(id) = mutant {
            command.env("ECS_MUTANT", id.to_string());
        }
        let mut child = command.spawn().expect("a test can be run");
        let (start, limit) = (Instant::now(), self.time * 6 + Duration::from_secs(5));
        loop {
            if let Some(status) = child.try_wait().expect("a test can be waited for") {
                return (!status.success()).then_some(Failure::Fails);
            }
            if start.elapsed() > limit {
                child.kill().and_then(|()| child.wait()).expect("a test can be stopped");
                return Some(Failure::NeverEnds);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Builds tests; returns their names and executables.
fn built(tree: &Path, arguments: &[&str]) -> Vec<(String, PathBuf)> {
    let output = cargo(tree).args(["test", "--no-run", "--message-format=json", "--quiet"]).args(arguments).output();
    let output = output.expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8(output.stdout).expect("messages are text");
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let named = messages.filter_map(|message| {
        let executable = message["executable"].as_str()?;
        Some((message["target"]["name"].as_str()?.to_owned(), PathBuf::from(executable)))
    });
    named.collect()
}

/// Builds tests of the facade; returns their executables in the order of `tests`.
fn built_in_order(tree: &Path, tests: &[&str], features: &[&'static str]) -> Vec<(String, PathBuf)> {
    let mut arguments = [&["--package", "ecs-world"], features].concat();
    arguments.extend(tests.iter().flat_map(|test| ["--test", test]));
    let mut built = built(tree, &arguments);
    built.sort_by_key(|(own, _)| tests.iter().position(|test| test == own));
    built
}

/// Builds the steps of a tier. The first tier is unit tests, the last but one unit tests that take long, and the last the tests of
/// `hand-written-worlds`, which take long to build.
fn tier(tree: &Path, number: usize) -> Vec<Step> {
    let step = |(name, binary): &(String, PathBuf), arguments, package: &str| Step {
        name: name.clone(),
        binary: binary.clone(),
        folder: tree.join(package),
        arguments,
        time: Duration::from_mins(1),
    };
    let core = |arguments: &[&str]| built(tree, &[&["--all-features", "--package"], arguments].concat());
    let world = |tests: &[(String, PathBuf)]| -> Vec<_> {
        tests.iter().map(|test| step(test, &["--skip", SLOWEST, "--skip", PAGES], ".")).collect()
    };
    let unit = |chosen| core(&[UNIT_PACKAGE, "--lib"]).iter().map(|test| step(test, chosen, UNIT_PACKAGE)).collect();
    let by_hand = || core(&["hand-written-worlds", "--tests"]);
    let mut steps: Vec<_> = match number {
        0 => unit(QUICK),
        1 => world(&built_in_order(tree, THREADED, &["--all-features"])),
        _ => match TESTS.get(number - 2) {
            Some(tests) => world(&built_in_order(tree, tests, &[])),
            None if number == TESTS.len() + 2 => unit(SLOW),
            None => by_hand().iter().map(|test| step(test, &[], UNIT_PACKAGE)).collect(),
        },
    };
    for step in &mut steps {
        let start = Instant::now();
        assert!(step.notices(None, None).is_none(), "{} fails without a mutant", step.binary.display());
        step.time = start.elapsed();
        println!("{:>6.1} s  {}", step.time.as_secs_f32(), step.binary.display());
    }
    steps
}

/// Module of a file of `ecs-core`, with which the names of its tests begin.
fn module(file: &str) -> Option<String> {
    let path = file.strip_prefix("ecs-core/src/")?.strip_suffix(".rs")?;
    let path = path.strip_suffix("/mod").unwrap_or(path);
    (path != "lib").then(|| path.replace('/', "::") + "::")
}

/// Order of the steps for the mutants of each file: a step that detected one moves to the front.
struct Orders(Mutex<BTreeMap<String, Vec<usize>>>);

impl Orders {
    fn of(&self, file: &str, steps: usize) -> Vec<usize> {
        self.0.lock().expect("no thread panicked").get(file).cloned().unwrap_or_else(|| (0..steps).collect())
    }

    fn found(&self, file: &str, steps: usize, found: usize) {
        let mut orders = self.0.lock().expect("no thread panicked");
        let order = orders.entry(file.to_owned()).or_insert_with(|| (0..steps).collect());
        order.retain(|step| *step != found);
        order.insert(0, found);
    }
}

/// Returns which step detects a mutant, and how.
fn noticed<'s>(steps: &'s [Step], orders: &Orders, mutant: &Mutant) -> Option<(&'s str, Failure)> {
    let unit = steps.first().filter(|step| step.arguments == QUICK);
    if let (Some(unit), Some(module)) = (unit, module(&mutant.file))
        && let Some(failure) = unit.notices(Some(mutant.id), Some(&module))
    {
        return Some(("the tests of its module", failure));
    }
    let order = orders.of(&mutant.file, steps.len());
    let (found, failure) =
        order.into_iter().find_map(|step| Some((step, steps[step].notices(Some(mutant.id), None)?)))?;
    // Slow steps are not moved to the front.
    if steps[found].time < Duration::from_secs(3) {
        orders.found(&mutant.file, steps.len(), found);
    }
    Some((&steps[found].name, failure))
}

/// Tries each mutant that was not detected before; returns those that no test detects.
pub fn run(tree: &Path, mutants: &[&Mutant], before: &Found, unit_alone: bool) -> BTreeSet<usize> {
    let mut left: Vec<_> = scattered(mutants).into_iter().filter(|mutant| !before.has(mutant)).collect();
    let tiers = if unit_alone { vec![0, TESTS.len() + 2] } else { (0..TESTS.len() + 4).collect() };
    for number in tiers {
        if left.is_empty() {
            break;
        }
        println!("{} are tried by the tests of tier {number}", left.len());
        left = unnoticed(&tier(tree, number), &left, before);
    }
    for mutant in &left {
        println!("SURVIVES: {}", mutant.name);
    }
    left.iter().map(|mutant| mutant.id).collect()
}

/// Returns the mutants that no step detects.
fn unnoticed<'m>(steps: &[Step], mutants: &[&'m Mutant], found: &Found) -> Vec<&'m Mutant> {
    let (orders, next, left) = (Orders(Mutex::default()), AtomicUsize::new(0), Mutex::new(vec![]));
    let threads = std::env::var("ECS_MUTANT_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(2);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Some((step, failure)) = noticed(steps, &orders, mutant) {
                        println!("{failure} {step}: {}", mutant.name);
                        found.note(mutant);
                    } else {
                        left.lock().expect("no thread panicked").push(*mutant);
                    }
                }
            });
        }
    });
    left.into_inner().expect("no thread panicked")
}

/// Reorders mutants so that those of one file are far apart.
fn scattered<'m>(mutants: &[&'m Mutant]) -> Vec<&'m Mutant> {
    const STEP: usize = 7919;
    let count = mutants.len();
    // Steps of a prime that does not divide the count visit each mutant once.
    if count.is_multiple_of(STEP) {
        return mutants.to_vec();
    }
    (0..count).map(|n| mutants[n * STEP % count]).collect()
}
