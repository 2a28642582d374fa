//! Who looks for the bugs: groups of tests, which are built once and run with each bug.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::table::Canary;
use crate::tree::{cargo, touch_tests};

/// Some tests that look together.
struct Group {
    name: &'static str,
    /// What cargo builds them with.
    build: &'static [&'static str],
    /// What they are run with.
    run: &'static [&'static str],
    /// The folder of their package.
    package: &'static str,
    /// Whether code that the macros write is in them, so that a bug of the macros has them built again.
    holds_worlds: bool,
}

/// Those that look, the quickest first.
const GROUPS: &[Group] = &[
    Group {
        name: "macros",
        build: &["--package", "ecs-macros", "--lib"],
        run: &[],
        package: "ecs-macros",
        holds_worlds: false,
    },
    Group {
        name: "unit",
        build: &["--package", "ecs-core", "--features", "rayon", "--lib"],
        run: &[],
        package: "ecs-core",
        holds_worlds: false,
    },
    Group { name: "invariants", build: &["--test", "invariants"], run: &[], package: "", holds_worlds: true },
    Group { name: "model", build: &["--test", "model"], run: &[], package: "", holds_worlds: true },
    Group { name: "storages", build: &["--test", "model_storages"], run: &[], package: "", holds_worlds: true },
    Group { name: "directed", build: DIRECTED, run: &["--skip", "page::"], package: "", holds_worlds: true },
    Group { name: "threads", build: THREADS, run: &[], package: "", holds_worlds: true },
];

/// Tests of one behaviour each.
const DIRECTED: &[&str] = &[
    "--test",
    "behaviour",
    "--test",
    "commands",
    "--test",
    "conditions",
    "--test",
    "events",
    "--test",
    "panics",
    "--test",
    "reliability",
    "--test",
    "schedules",
    "--test",
    "sets",
    "--test",
    "sorting",
    "--test",
    "states",
    "--test",
    "storages",
    "--test",
    "syncs",
    "--test",
    "values",
    "--test",
    "views",
];

/// The same on several threads.
const THREADS: &[&str] = &["--features", "rayon", "--test", "stages", "--test", "parallel", "--test", "determinism"];

/// A group that is built.
pub struct Checker {
    group: &'static Group,
    tree: PathBuf,
    binaries: Vec<PathBuf>,
    /// How long it may take: a bug can also keep it from ending.
    limit: Duration,
}

/// Builds those that are wanted, and sees that they find nothing where there is nothing.
pub fn built(tree: &Path) -> Vec<Checker> {
    let wanted = std::env::var("ECS_CANARY_CHECKERS").ok();
    let is_wanted = |name| wanted.as_ref().is_none_or(|wanted| wanted.split_whitespace().any(|own| own == name));
    GROUPS.iter().filter(|group| is_wanted(group.name)).map(|group| Checker::build(group, tree)).collect()
}

impl Checker {
    fn build(group: &'static Group, tree: &Path) -> Self {
        let binaries = executables(tree, group, None).unwrap_or_else(|words| panic!("{words}"));
        let mut checker = Self { group, tree: tree.to_owned(), binaries, limit: Duration::from_mins(10) };
        let start = Instant::now();
        assert!(!checker.notices(None), "{} finds a bug where none is planted", group.name);
        checker.limit = start.elapsed() * 5 + Duration::from_secs(10);
        println!("{:>6.1} s  {}", start.elapsed().as_secs_f32(), group.name);
        checker
    }

    /// What it is called in the table.
    pub fn name(&self) -> &'static str {
        self.group.name
    }

    /// Whether it finds a bug. One that does not compile is found, too.
    pub fn finds(&mut self, canary: &Canary) -> bool {
        if !(canary.is_in_macros() && self.group.holds_worlds) {
            return self.notices(Some(canary.name));
        }
        touch_tests(&self.tree);
        let compiled = executables(&self.tree, self.group, Some(canary.name)).is_ok();
        let finds = !compiled || self.notices(Some(canary.name));
        touch_tests(&self.tree);
        finds
    }

    /// Whether a test fails with a bug, or does not end.
    fn notices(&self, bug: Option<&str>) -> bool {
        self.binaries.iter().any(|binary| {
            let mut command = Command::new(binary);
            command.args(self.group.run).current_dir(self.tree.join(self.group.package)).env_remove("ECS_CANARY");
            command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            if let Some(bug) = bug {
                command.env("ECS_CANARY", bug);
            }
            fails(command, self.limit)
        })
    }
}

fn fails(mut command: Command, limit: Duration) -> bool {
    let mut child = command.spawn().expect("a test can be run");
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a test can be waited for") {
            return !status.success();
        }
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).expect("a test can be stopped");
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Builds the tests of a group; what the compiler says if it cannot.
fn executables(tree: &Path, group: &Group, bug: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let mut command = cargo(tree);
    command.args(["test", "--no-run", "--quiet", "--message-format=json-render-diagnostics"]).args(group.build);
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
