//! The checkers: groups of tests, which are built once and run with each bug.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::table::Canary;
use crate::tree::{cargo, touch_tests};

/// The tests of one checker.
struct Group {
    name: &'static str,
    /// Arguments with which cargo builds them.
    build: &'static [&'static str],
    /// The folder of their package.
    package: &'static str,
    /// Integration tests of the facade that are in the group.
    tests: &'static [&'static str],
    /// The bugs with which they are run.
    bugs: Bugs,
}

/// Location of the bugs with which a group is run.
#[derive(PartialEq, Eq)]
enum Bugs {
    RunTime,
    /// In the macros, which the tests call.
    Macros,
    /// In the macros, which generate code of the tests: the tests are built again for each bug.
    Written,
    /// In the run time and in the macros.
    All,
}

impl Bugs {
    fn matter(&self, canary: &Canary) -> bool {
        *self == Self::All || (*self == Self::RunTime) != canary.is_in_macros()
    }
}

/// All groups.
const GROUPS: &[Group] = &[
    Group {
        name: "macros",
        build: &["--package", "ecs-macros", "--lib"],
        package: "ecs-macros",
        tests: &[],
        bugs: Bugs::Macros,
    },
    Group {
        name: "unit",
        build: &["--package", "ecs-core", "--features", "rayon", "--lib"],
        package: "ecs-core",
        tests: &[],
        bugs: Bugs::RunTime,
    },
    Group { name: "invariants", build: &[], package: "", tests: &["invariants"], bugs: Bugs::RunTime },
    Group { name: "model", build: &[], package: "", tests: &["model", "model_relations"], bugs: Bugs::All },
    Group {
        name: "storages",
        build: &[],
        package: "",
        tests: &["model_storages", "model_changes", "model_past"],
        bugs: Bugs::RunTime,
    },
    Group {
        name: "few",
        build: &[],
        package: "",
        tests: &["position_caches", "iterators", "tidying"],
        bugs: Bugs::RunTime,
    },
    Group { name: "directed", build: &[], package: "", tests: DIRECTED, bugs: Bugs::RunTime },
    Group {
        name: "states",
        build: &["--features", "serde"],
        package: "",
        tests: &["state", "lying_values"],
        bugs: Bugs::RunTime,
    },
    Group { name: "saves", build: &["--features", "serde"], package: "", tests: &["saves"], bugs: Bugs::RunTime },
    Group { name: "written", build: &[], package: "", tests: WRITTEN, bugs: Bugs::Written },
    Group { name: "threads", build: &["--features", "rayon"], package: "", tests: THREADS, bugs: Bugs::All },
];

/// Tests of one behaviour of the run time each.
const DIRECTED: &[&str] = &[
    "changes",
    "changes_of_queries",
    "borders",
    "borders_on_threads",
    "columns",
    "commands",
    "disjoint_views",
    "events",
    "exchange",
    "following",
    "iterators",
    "orders",
    "panics",
    "parent_first",
    "past",
    "past_parts",
    "position_caches",
    "relations",
    "reliability",
    "replacements",
    "several",
    "snapshots",
    "sorting",
    "storage_kinds",
    "syncs",
    "templates",
    "tidying",
    "transfers",
    "trees",
    "tuples",
    "value_kinds",
    "views",
    "world_methods",
];

/// Tests of generated code.
const WRITTEN: &[&str] = &[
    "borders",
    "borders_on_threads",
    "conditions",
    "disjoint_views",
    "event_readers",
    "events",
    "past",
    "past_parts",
    "query_parameters",
    "schedules",
    "sets",
    "several",
    "states",
    "storage_in_sets",
    "syncs",
    "tuples",
    "views",
    "with",
    "world_methods",
];

/// Tests of code that runs on several threads.
const THREADS: &[&str] = &["stages", "parallel", "borders_on_threads", "determinism", "past_stages", "beside_others"];

/// A group that is built.
pub struct Checker {
    group: &'static Group,
    tree: PathBuf,
    binaries: Vec<PathBuf>,
    /// Folder of the libraries to which tests of macros are linked.
    libraries: String,
    /// Time limit, because a bug can cause an endless loop.
    limit: Duration,
}

/// The word, among the names of checkers, that restricts them to those that the table lists for a bug.
const LISTED: &str = "listed";

/// Words of `ECS_CANARY_CHECKERS`.
fn wanted() -> Vec<String> {
    let wanted = std::env::var("ECS_CANARY_CHECKERS").unwrap_or_default();
    wanted.split_whitespace().map(str::to_owned).collect()
}

/// Whether only the checkers that the table lists for a bug are run.
pub fn only_listed() -> bool {
    wanted().iter().any(|word| word == LISTED)
}

/// Builds the requested checkers for these bugs, and asserts that they find nothing without a bug.
pub fn built(tree: &Path, canaries: &[&Canary]) -> Vec<Checker> {
    let mut wanted = wanted();
    wanted.retain(|word| word != LISTED);
    let is_wanted = |name| wanted.is_empty() || wanted.iter().any(|own| own == name);
    let looks = |group: &&Group| is_wanted(group.name) && canaries.iter().any(|canary| group.bugs.matter(canary));
    GROUPS.iter().filter(looks).map(|group| Checker::build(group, tree)).collect()
}

impl Checker {
    fn build(group: &'static Group, tree: &Path) -> Self {
        let binaries = executables(tree, group, None).unwrap_or_else(|words| panic!("{words}"));
        let limit = Duration::from_mins(10);
        let mut checker = Self { group, tree: tree.to_owned(), binaries, libraries: libraries(tree), limit };
        let start = Instant::now();
        let time = |binary: &PathBuf| {
            let start = Instant::now();
            assert!(!checker.fails(binary, None), "{} finds a bug where none is planted", group.name);
            start.elapsed()
        };
        let mut timed: Vec<_> = checker.binaries.iter().map(|binary| (time(binary), binary.clone())).collect();
        // The fastest tests run first.
        timed.sort();
        checker.binaries = timed.into_iter().map(|(_, binary)| binary).collect();
        checker.limit = start.elapsed() * 5 + Duration::from_secs(10);
        println!("{:>6.1} s  {}", start.elapsed().as_secs_f32(), group.name);
        checker
    }

    /// Name in the table.
    pub fn name(&self) -> &'static str {
        self.group.name
    }

    /// Whether the checker finds a bug. A bug that does not compile counts as found.
    pub fn finds(&mut self, canary: &Canary) -> bool {
        if !self.group.bugs.matter(canary) {
            return false;
        }
        if !canary.is_in_macros() || self.group.bugs == Bugs::Macros {
            return self.notices(Some(canary.name));
        }
        touch_tests(&self.tree);
        let finds = match executables(&self.tree, self.group, Some(canary.name)) {
            Ok(_) => self.notices(Some(canary.name)),
            Err(words) => {
                let first = words.lines().find(|line| line.starts_with("error")).unwrap_or_default();
                eprintln!("          {} does not compile: {first}", canary.name);
                true
            }
        };
        touch_tests(&self.tree);
        finds
    }

    /// Whether a test fails with a bug, or exceeds the time limit.
    fn notices(&self, bug: Option<&str>) -> bool {
        self.binaries.iter().any(|binary| self.fails(binary, bug))
    }

    fn fails(&self, binary: &Path, bug: Option<&str>) -> bool {
        let mut command = Command::new(binary);
        let folder = self.tree.join(self.group.package);
        // Skips tests that detect any difference, not only errors: those of pinned code, and of the page of the bugs.
        command.args(["--skip", "snapshots::", "--skip", "page::"]).current_dir(&folder).env_remove("ECS_CANARY");
        command.env("CARGO_MANIFEST_DIR", &folder).env("LD_LIBRARY_PATH", &self.libraries);
        command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(bug) = bug {
            command.env("ECS_CANARY", bug);
        }
        fails(command, self.limit)
    }
}

/// Whether a test fails, or exceeds the time limit; then the remaining tests are killed.
fn fails(mut command: Command, limit: Duration) -> bool {
    let mut child = command.spawn().expect("a test can be run");
    let lines = BufReader::new(child.stdout.take().expect("what it says is read")).lines();
    let (says, said) = mpsc::channel();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if line.starts_with("test ") && line.ends_with("FAILED") && says.send(()).is_err() {
                return;
            }
        }
    });
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a test can be waited for") {
            return !status.success();
        }
        let is_late = start.elapsed() > limit;
        if is_late || said.try_recv().is_ok() {
            if is_late {
                eprintln!("          it does not end within {:.0} s", limit.as_secs_f32());
            }
            child.kill().and_then(|()| child.wait()).expect("a test can be stopped");
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Builds the tests of a group; the error is what the compiler prints.
fn executables(tree: &Path, group: &Group, bug: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let mut command = cargo(tree);
    command.args(["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"]).args(group.build);
    command.args(group.tests.iter().flat_map(|test| ["--test", test]));
    if let Some(bug) = bug {
        command.env("ECS_CANARY", bug);
    }
    let output = command.output().expect("cargo runs");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let messages = String::from_utf8(output.stdout).expect("messages are text");
    let paths = messages.split("\"executable\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    Ok(paths.map(PathBuf::from).collect())
}

fn libraries(tree: &Path) -> String {
    let output =
        Command::new("rustc").args(["--print", "target-libdir"]).current_dir(tree).output().expect("rustc runs");
    String::from_utf8(output.stdout).expect("a path is text").trim().to_owned()
}
