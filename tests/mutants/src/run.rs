//! Builds the tests once and runs them with each mutant.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::list::Mutant;
use crate::tree::cargo;

/// The tests of the facade that look at the run time, the quickest to find most first.
const TESTS: &[&str] = &[
    "world_methods",
    "commands",
    "bad_input",
    "columns",
    "value_kinds",
    "views",
    "transitions",
    "syncs",
    "events",
    "sorting",
    "limits",
    "storage_kinds",
    "storage_in_sets",
    "sets",
    "states",
    "conditions",
    "schedules",
    "traits",
    "reliability",
    "storage_memory",
    "panics",
    "invariants",
    "model",
    "model_storages",
];

/// The same with all features. Values that are counted on their thread cannot be in these.
const THREADED: &[&str] = &["stages", "parallel", "determinism", "spans"];

/// The unit tests that take longer than all others.
const SLOW: &[&str] = &["views_of_any_plan", "parts_on_several_threads", "twice_in_parts"];
/// All others.
const QUICK: &[&str] = &["--skip", SLOW[0], "--skip", SLOW[1], "--skip", SLOW[2]];
/// The test of the model that does; `panics` looks for the same.
const SLOWEST: &str = "any_call_of_any_operation";

/// One run of some tests.
struct Step {
    binary: PathBuf,
    /// Where it is run: the root of its package.
    folder: PathBuf,
    arguments: &'static [&'static str],
    limit: Duration,
}

impl Step {
    /// Whether a test fails with this mutant, or does not end.
    fn notices(&self, mutant: Option<usize>) -> bool {
        let mut command = Command::new(&self.binary);
        command.args(self.arguments).current_dir(&self.folder).env("ECS_MODEL_OPERATIONS", "20000");
        command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if let Some(id) = mutant {
            command.env("ECS_MUTANT", id.to_string());
        }
        let mut child = command.spawn().expect("a test can be run");
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait().expect("a test can be waited for") {
                return !status.success();
            }
            if start.elapsed() > self.limit {
                child.kill().and_then(|()| child.wait()).expect("a test can be stopped");
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The executables of a build.
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

/// The executables of tests of the facade, in the order of their names.
fn built_in_order(tree: &Path, tests: &[&str], features: &[&'static str]) -> Vec<(String, PathBuf)> {
    let mut arguments = [&["--package", "ecs-world"], features].concat();
    arguments.extend(tests.iter().flat_map(|test| ["--test", test]));
    let mut built = built(tree, &arguments);
    built.sort_by_key(|(own, _)| tests.iter().position(|test| test == own));
    built
}

fn steps(tree: &Path, unit_alone: bool) -> Vec<Step> {
    let core = built(
        tree,
        &["--package", "ecs-core", "--package", "hand-written-worlds", "--all-features", "--lib", "--tests"],
    );
    let mut world = vec![];
    if !unit_alone {
        world.extend(built_in_order(tree, THREADED, &["--all-features"]));
        world.extend(built_in_order(tree, TESTS, &[]));
    }
    let limit = Duration::from_mins(2);
    let step = |(_, binary): &(String, PathBuf), arguments, package: &str| Step {
        binary: binary.clone(),
        folder: tree.join(package),
        arguments,
        limit,
    };
    let mut steps: Vec<_> = core.iter().map(|test| step(test, QUICK, "ecs-core")).collect();
    steps.sort_by_key(|step| step.binary.to_string_lossy().contains("by_hand"));
    steps.extend(world.iter().map(|test| step(test, &["--skip", SLOWEST][..], ".")));
    steps.extend(core.iter().filter(|(own, _)| own == "ecs_core").map(|test| step(test, SLOW, "ecs-core")));
    for step in &mut steps {
        let start = Instant::now();
        assert!(!step.notices(None), "{} fails without a mutant", step.binary.display());
        step.limit = start.elapsed() * 6 + Duration::from_secs(5);
        println!("{:>6.1} s  {}", start.elapsed().as_secs_f32(), step.binary.display());
    }
    steps
}

/// Tries each mutant; returns those that no test detects.
pub fn run(tree: &Path, mutants: &[&Mutant], unit_alone: bool) -> BTreeSet<usize> {
    let steps = steps(tree, unit_alone);
    let (next, survivors) = (AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
    let threads = std::env::var("ECS_MUTANT_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(2);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let by = steps.iter().position(|step| step.notices(Some(mutant.id)));
                    if let Some(step) = by {
                        println!("found by {step:>2}: {}", mutant.name);
                    } else {
                        println!("SURVIVES: {}", mutant.name);
                        survivors.lock().expect("no thread panicked").insert(mutant.id);
                    }
                }
            });
        }
    });
    survivors.into_inner().expect("no thread panicked")
}
