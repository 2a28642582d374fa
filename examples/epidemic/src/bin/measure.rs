//! Measures the epidemic in one world, in regions on one worker, and on two workers in threads and in processes:
//! `cargo build --release -p epidemic && cargo run --release -p epidemic --bin measure [-- AGENTS STEPS RUNS]`, since it starts the program
//! `epidemic` in the same folder.
//!
//! Runs are interleaved, and each number is the median of several. Without arguments: a million agents for two days, five runs.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Ways to run the simulation: a name, and the arguments of each process.
const WAYS: [(&str, &[&[&str]]); 4] = [
    ("one world", &[&["--plain"]]),
    ("one worker", &[&[]]),
    ("two threads", &[&["-w", "2"]]),
    ("two processes", &[&["-n", "2", "-p", "0"], &["-n", "2", "-p", "1"]]),
];

/// Returns the microseconds per step of a run that its first process prints: all, run, collect, wait, apply.
fn measure(program: &PathBuf, common: &[String], processes: &[&[&str]]) -> Result<Vec<f64>, Box<dyn Error>> {
    let start = |own: &&[&str]| {
        Command::new(program).args(common).args(*own).stderr(Stdio::piped()).stdout(Stdio::null()).spawn()
    };
    let started = processes.iter().map(start).collect::<Result<Vec<_>, _>>()?;
    let mut texts = vec![];
    for process in started {
        let output = process.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            return Err(text.into());
        }
        texts.push(text);
    }
    let line = texts[0].lines().find_map(|line| line.strip_prefix("microseconds of a step: "));
    Ok(line.ok_or("it does not say how long it took")?.split(' ').map(str::parse).collect::<Result<_, _>>()?)
}

fn median(runs: &[Vec<f64>], at: usize) -> f64 {
    let mut all: Vec<f64> = runs.iter().filter_map(|run| run.get(at).copied()).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() -> Result<(), Box<dyn Error>> {
    let numbers = env::args().skip(1).map(|text| text.parse()).collect::<Result<Vec<u64>, _>>()?;
    let number = |at: usize, default: u64| numbers.get(at).copied().unwrap_or(default);
    let (agents, steps, runs) = (number(0, 1_000_000), number(1, 289), number(2, 5));
    let out = env::temp_dir().join("epidemic-measure");
    let program = env::current_exe()?.with_file_name(format!("epidemic{}", env::consts::EXE_SUFFIX));
    let common = ["--quiet", "--agents", &agents.to_string(), "--steps", &steps.to_string(), "--out"];
    let common: Vec<_> = common.map(String::from).into_iter().chain([out.display().to_string()]).collect();
    let mut all = WAYS.map(|_| vec![]);
    for _ in 0..runs {
        for (own, (_, processes)) in all.iter_mut().zip(WAYS) {
            own.push(measure(&program, &common, processes)?);
        }
    }
    println!("{agents} agents, {steps} steps, medians of {runs} runs, microseconds of a step");
    println!("| | step | compared with one world | with one worker | run | collect | wait | apply |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let [plain, one] = [0, 1].map(|way| median(&all[way], 0));
    for ((name, _), runs) in WAYS.iter().zip(&all) {
        let parts = [1, 2, 3, 4]
            .map(|at| median(runs, at))
            .map(|part| if part.is_nan() { String::new() } else { format!("{part:.0}") });
        let step = median(runs, 0);
        println!("| {name} | {step:.0} | {:.3} | {:.2} | {} |", step / plain, one / step, parts.join(" | "));
    }
    Ok(())
}
