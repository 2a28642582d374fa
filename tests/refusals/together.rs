//! Compiles many refused cases as modules of one crate, in a fraction of the time that a compiler per case takes.
//!
//! A case whose messages are the pinned ones is done. Any other is left to trybuild, which compiles it alone and shows the difference: a
//! message can differ here just because the crate has other types of the same name. What is compared is every word, and the position of
//! each error within the case. Not compared are spaces, numbers of lines, the prefixes `crate::` and `ecs_world::`, implementors beyond the
//! eighth, and errors at code of other files; `ECS_REFUSALS=alone`, in the slow tier, compares these, too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

/// The flags of the compiler with which trybuild builds cases. If it builds dependencies with them, too, as in the test command, these are
/// built once for both.
const FLAGS: &str = "--cfg\u{1f}trybuild\u{1f}--verbose\u{1f}-A\u{1f}dead_code\u{1f}--diagnostic-width=140";

/// The number of implementors that trybuild keeps of a list.
const LISTED: usize = 8;

/// Of these cases, those that are not refused with their pinned messages if all cases of a folder are compiled together.
pub(crate) fn that_differ(cases: Vec<PathBuf>) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refusals");
    fs::create_dir_all(&package).expect("the folder of the package can be created");
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).expect("the versions of dependencies are locked");
    write_package(root, &package, &cases);

    let messages = messages_of(root, &package);
    let all = cases.len();
    let differing: Vec<_> = cases
        .into_iter()
        .filter(|case| {
            let pinned = fs::read_to_string(case.with_extension("stderr")).unwrap_or_default();
            messages.get(case).is_none_or(|messages| words(messages) != words(&pinned))
        })
        .collect();
    // Not with `println!`, which shows nothing if the test passes.
    let alike = all - differing.len();
    writeln!(
        io::stderr(),
        "{alike} of {all} cases are refused as pinned, compiled together; the others are compiled one by one"
    )
    .expect("the number can be written");
    differing
}

/// One program per folder of cases.
fn write_package(root: &Path, package: &Path, cases: &[PathBuf]) {
    let mut programs: BTreeMap<&str, String> = BTreeMap::new();
    for (number, case) in cases.iter().enumerate() {
        let folder =
            case.parent().and_then(Path::file_name).and_then(|name| name.to_str()).expect("cases are in folders");
        let program = programs.entry(folder).or_default();
        let path = root.join(case);
        let path = path.to_str().expect("the path of the library is Unicode");
        writeln!(program, "#[path = {path:?}]\nmod case_{number};").expect("strings can be written to");
    }
    for (folder, modules) in &programs {
        let program = format!("{modules}\nfn main() {{}}\n");
        fs::write(package.join(folder).with_extension("rs"), program).expect("the program can be written");
    }

    let features = [
        ("inspect", cfg!(feature = "inspect")),
        ("rayon", cfg!(feature = "rayon")),
        ("serde", cfg!(feature = "serde")),
        ("std", cfg!(feature = "std")),
        ("tracing", cfg!(feature = "tracing")),
    ];
    let features: Vec<_> = features.iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name).collect();
    let programs: Vec<_> = programs.keys().map(|name| json!({ "name": name, "path": format!("{name}.rs") })).collect();
    let manifest = json!({
        "package": { "name": "refusals", "edition": "2024" },
        "workspace": {},
        "dependencies": {
            "ecs-world": { "path": root, "default-features": false, "features": features },
            "ecs-core": { "path": root.join("ecs-core") },
            "ecs-macros": { "path": root.join("ecs-macros") },
            "modular-physics": { "path": root.join("examples/modular/physics") },
        },
        "bin": programs,
    });
    let manifest = toml::to_string(&manifest).expect("the manifest is TOML");
    fs::write(package.join("Cargo.toml"), manifest).expect("the manifest can be written");
}

/// What the compiler writes about each case, in its order.
fn messages_of(root: &Path, package: &Path) -> BTreeMap<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(package)
        .args([
            "check",
            "--offline",
            "--quiet",
            "--bins",
            "--keep-going",
            "--target",
            "host-tuple",
            "--message-format=json",
        ])
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tests").join("trybuild"))
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS)
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .expect("cargo starts");

    let mut messages: BTreeMap<PathBuf, String> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let message: Value = serde_json::from_str(line).expect("cargo writes JSON");
        let message = &message["message"];
        let spans = message["spans"].as_array().map_or(&[][..], Vec::as_slice);
        let Some(place) = spans.iter().find(|span| span["is_primary"] == true) else { continue };
        let (Some(file), Some(text)) = (place["file_name"].as_str(), message["rendered"].as_str()) else { continue };
        if let Ok(case) = Path::new(file).strip_prefix(root) {
            *messages.entry(case.to_owned()).or_default() += text;
        }
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!messages.is_empty(), "no case was compiled:\n{errors}");
    messages
}

/// The lines of messages, without what differs if a case is compiled with others, or if code elsewhere moves.
fn words(messages: &str) -> Vec<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let mut lines = Vec::new();
    let mut listed = None;
    for line in messages.lines() {
        let line = line.replace(root, "").replace("$DIR/", "").replace("ecs_world::", "").replace("crate::", "");
        let line = without_numbers(&without_modules(&line));
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.is_empty() || line.starts_with("For more information about this error") {
            continue;
        }
        if let Some(count) = &mut listed {
            let starts_another = ["=", "|", "--> ", "::: ", "note", "help", "error", "warning"];
            if starts_another.iter().any(|start| line.starts_with(start)) {
                listed = None;
            } else {
                *count += 1;
                if *count > LISTED {
                    continue;
                }
            }
        }
        if line.contains("other types implement trait") || line.contains("following types implement trait") {
            listed = Some(0);
        }
        lines.push(line);
    }
    lines
}

/// Removes the names of the modules that are cases: `case_12::World` is a `World`.
fn without_modules(line: &str) -> String {
    let mut parts = line.split("case_");
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        match part[end..].strip_prefix("::") {
            Some(name) if end > 0 => rest += name,
            _ => rest = rest + "case_" + part,
        }
    }
    rest
}

/// Removes the number before an excerpt of a file, and those after the name of a file that is not a case.
fn without_numbers(line: &str) -> String {
    let trimmed = line.trim_start();
    let digits = trimmed.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
    if digits.starts_with('|') {
        return digits.to_owned();
    }
    let is_elsewhere = ["--> ", "::: "]
        .iter()
        .any(|arrow| trimmed.strip_prefix(arrow).is_some_and(|path| !path.starts_with("tests/ui/")));
    match line.find(".rs:") {
        Some(end) if is_elsewhere => line[..end + 3].to_owned(),
        _ => line.to_owned(),
    }
}
