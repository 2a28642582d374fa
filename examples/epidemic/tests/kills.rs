//! Processes are killed at any time: the others end with one reason, and resumed runs end in the same state.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time limit for the remaining processes to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder that is removed with this value.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn scratch(name: &str) -> Scratch {
    let path = std::env::temp_dir().join(format!("epidemic-{}-{name}", process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("there is a folder for temporary files");
    Scratch(path)
}

/// Starts one of `count` processes of a run.
fn start(folder: &Path, index: usize, count: usize, more: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_epidemic"));
    command.args(["--agents", "20000", "--steps", "300", "--quiet", "--checkpoint-every", "25", "--start-limit", "20"]);
    command.arg("--checkpoint").arg(folder.join("checkpoints")).arg("--out").arg(folder);
    command.args(["-n", &count.to_string(), "-p", &index.to_string(), "-h"]).arg(folder.join("hosts")).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program is there")
}

/// Starts all processes of a run, on free ports.
fn start_all(folder: &Path, count: usize, more: &[&str]) -> Vec<Child> {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).collect();
    let hosts = listeners.iter().map(|own| {
        let own = own.as_ref().expect("a port is free").local_addr().expect("the socket is bound");
        format!("{own}\n")
    });
    fs::write(folder.join("hosts"), hosts.collect::<String>()).expect("the folder is there");
    drop(listeners);
    (0..count).map(|index| start(folder, index, count, more)).collect()
}

/// Waits until a process has ended.
fn ended(mut child: Child) -> Output {
    let since = Instant::now();
    while child.try_wait().expect("the process can be waited for").is_none() {
        if since.elapsed() > PATIENCE * 6 {
            let _ = child.kill();
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("the process has ended")
}

fn hash(folder: &Path) -> String {
    fs::read_to_string(folder.join("hash")).expect("the run ended")
}

fn finish(folder: &Path, count: usize, more: &[&str]) -> String {
    for child in start_all(folder, count, more) {
        let output = ended(child);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.is_empty(), "something was written to standard output");
    }
    hash(folder)
}

#[test]
fn two_processes_end_as_one_does_and_write_nothing_to_standard_output() {
    let (one, two) = (scratch("one"), scratch("two"));
    let small = ["--agents", "2000", "--steps", "60"];
    assert_eq!(finish(&one.0, 1, &small), finish(&two.0, 2, &[&small[..], &["-w", "2"]].concat()));
    for name in ["statistics.csv", "epidemic.svg", "map-00050.png"] {
        let read = |folder: &Scratch| fs::read(folder.0.join(name)).expect("the file was written");
        let is_table = name == "statistics.csv";
        // The last column, bytes between workers, depends on these.
        assert!(is_table || read(&one) == read(&two), "{name}");
        assert!(!read(&one).is_empty());
    }
}

#[test]
#[ignore = "twenty runs of two and three processes: in the slow tier"]
fn killed_processes_end_the_run_and_resumed_runs_end_in_the_same_state() {
    let whole = scratch("whole");
    let since = Instant::now();
    let expected = finish(&whole.0, 2, &[]);
    let length = since.elapsed();
    for round in 0..20_u32 {
        let (folder, count) = (scratch(&format!("kill-{round}")), 2 + round as usize % 2);
        let mut children = start_all(&folder.0, count, &[]);
        // Spread over the whole run, including start and end.
        thread::sleep(length * (round * 7 % 20) / 20);
        let mut victim = children.remove(round as usize % count);
        victim.kill().expect("the process can be killed");
        let (victim, since) = (victim.wait().expect("the process was killed"), Instant::now());
        for child in children {
            let output = ended(child);
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(since.elapsed() < PATIENCE + Duration::from_secs(20), "round {round}: {said}");
            if output.status.success() || victim.success() {
                continue;
            }
            let reasons = ["connection to another process was lost", "was not there within", "no connections"];
            assert_eq!(said.lines().count(), 1, "round {round}: {said}");
            assert!(reasons.iter().any(|reason| said.contains(reason)), "round {round}: {said}");
        }
        assert_eq!(finish(&folder.0, count, &["--resume"]), expected, "round {round}");
    }
}
