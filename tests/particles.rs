//! Runs the particles example as its users do.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Features of this package, and whether they must be named to be enabled: `inspect` enables `serde`.
const FEATURES: [(&str, bool); 5] = [
    ("rayon", cfg!(feature = "rayon")),
    ("tracing", cfg!(feature = "tracing")),
    ("std", cfg!(feature = "std")),
    ("serde", cfg!(all(feature = "serde", not(feature = "inspect")))),
    ("inspect", cfg!(feature = "inspect")),
];

/// Builds the example, beside this test and with its features. If `ECS_CARGO_CONFIG` contains the settings of cargo with which the test was
/// built, one per line, no dependency is built a second time.
fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let test = std::env::current_exe().expect("a test knows its path");
        let profile = test.parent().and_then(|deps| deps.parent()).expect("tests are in target/<profile>/deps");
        let settings = std::env::var("ECS_CARGO_CONFIG").unwrap_or_default();
        let features: Vec<_> = FEATURES.iter().filter(|(_, is_named)| *is_named).map(|(name, _)| *name).collect();
        let built = Command::new(env!("CARGO"))
            .args(settings.lines().flat_map(|setting| ["--config", setting]))
            .args(["build", "--quiet", "--example", "particles", "--features", &features.join(",")])
            .args(profile.ends_with("release").then_some("--release"))
            .args(profile.parent().map(|target| ["--target-dir".as_ref(), target.as_os_str()]).into_iter().flatten())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .expect("cargo runs");
        assert!(built.success(), "the example builds");
        profile.join("examples").join(format!("particles{}", std::env::consts::EXE_SUFFIX))
    })
}

fn run(arguments: &[&str]) -> Output {
    Command::new(program()).args(arguments).output().expect("the example starts")
}

/// The last word in the line of the table that starts with `name`.
fn value(output: &Output, name: &str) -> String {
    assert!(output.status.success(), "{output:?}");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = table.lines().find(|line| line.starts_with(name)).expect("the table has the line");
    line.split_whitespace().last().expect("the line has a value").to_owned()
}

/// Runs the default scene with one replacement, which must fail with exit code 2. Returns the message, which must be one line.
fn refusal(name: &str, from: &str, to: &str) -> String {
    let scene = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/particles/scene.toml"));
    let scene = scene.expect("the default scene exists");
    assert!(scene.contains(from), "{from}");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.toml"));
    std::fs::write(&path, scene.replacen(from, to, 1)).expect("the folder for tests can be written");
    let output = run(&["--frames", "1", "--scene", &path.display().to_string()]);
    assert_eq!(output.status.code(), Some(2), "{name}");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(output.stdout.is_empty() && text.contains(&format!("{name}.toml")), "{text}");
    text
}

#[test]
fn the_same_seed_gives_the_same_state_and_another_one_another() {
    let checksum = |seed| value(&run(&["--frames", "40", "--particles", "2000", "--seed", seed]), "checksum");
    assert_eq!(checksum("7"), checksum("7"));
    assert_ne!(checksum("7"), checksum("8"));
}

#[test]
fn a_pipe_gets_the_report_of_a_state_that_is_the_same_on_every_machine() {
    for arguments in [&["--frames", "60", "--particles", "2000"][..], &["--plain", "--frames=60", "--particles=2000"]] {
        let output = run(arguments);
        assert_eq!(value(&output, "checksum"), "80ccb9beda946bc");
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(report.lines().count() == 7 && report.is_ascii(), "{report}");
        assert!(output.stderr.is_empty());
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused_in_one_line() {
    for (arguments, expected) in [
        (&["--particles", "0"][..], "particles: --particles: `0` is not a number from 1 to 10000000"),
        (&["--fast"], "particles: invalid option '--fast'; `--help` shows the options"),
        (&["--frames"], "particles: missing argument for option '--frames'"),
    ] {
        let output = run(arguments);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), expected);
    }
    assert!(String::from_utf8_lossy(&run(&["--help"]).stdout).contains("--plain"));
}

#[test]
fn a_scene_of_more_particles_than_can_be_counted_is_refused() {
    let scene = include_str!("../examples/particles/scene.toml").replacen("rate = 4000.0", "rate = 1e30", 1);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("too_many.toml");
    std::fs::write(&path, scene).expect("the folder for tests can be written");
    let output = run(&["--frames", "1", "--scene", &path.display().to_string()]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.starts_with("particles: more than 16 million particles"), "{text}");
}

#[test]
fn threads_change_nothing_or_are_refused() {
    let of_threads = |threads| run(&["--frames", "40", "--particles", "5000", "--threads", threads]);
    let one = value(&of_threads("1"), "checksum");
    if cfg!(feature = "rayon") {
        for threads in ["2", "4"] {
            assert_eq!(value(&of_threads(threads), "checksum"), one, "{threads} threads");
        }
    } else {
        let output = of_threads("2");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text.trim(), "particles: --threads 2: built for one thread; build with `--features rayon`");
    }
    assert_eq!(of_threads("0").status.code(), Some(2), "zero threads are refused");
}

#[test]
fn each_spawned_particle_is_alive_or_has_died() {
    let output = run(&["--frames", "90", "--particles", "3000"]);
    let number = |name| value(&output, name).parse::<u64>().expect("a number");
    assert_eq!(number("spawned"), number("particles alive") + number("died"));
    assert!(number("died") > 0);
}

#[test]
fn a_malformed_scene_is_refused_with_file_line_and_field() {
    let cases = [
        ("negative_rate", "rate = 4000.0", "rate = -1.0", ":19: rate: "),
        ("wrong_type", "rate = 4000.0", "rate = \"many\"", ":19: rate: "),
        ("unknown_key", "spread = 1.0", "sprad = 1.0", ":29: sprad: "),
        ("not_a_number", "step = 0.016666668", "step = nan", ":4: step: "),
        ("infinite", "gravity = [0.0, -9.81, 0.0]", "gravity = [0.0, inf, 0.0]", ":7: gravity: "),
        ("reversed_lifetime", "lifetime = [0.5, 3.5]", "lifetime = [3.5, 0.5]", ":32: lifetime: "),
        ("zero_lifetime", "lifetime = [0.5, 3.5]", "lifetime = [0.0, 3.5]", ":32: lifetime: "),
        ("missing_field", "rate = 6000.0", "", "missing field `rate`"),
        ("bad_syntax", "[forces]", "[forces", ":6: "),
    ];
    for (name, from, to, expected) in cases {
        let text = refusal(name, from, to);
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_missing_scene_is_refused_with_its_name() {
    let output = run(&["--scene", "no/such/scene.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no/such/scene.toml"));
}
