//! Simulates steps of `ecs-shards` on many machines, from the figures that `docs/SCALE.md` states for one: how long steps take if more
//! machines share the same agents (strong scaling), and if the number of agents grows with that of machines (weak scaling).
//!
//! `cargo run --release --manifest-path benches/scale/Cargo.toml [-- NAME=VALUE ..]`
//!
//! Arguments change fields of [`Figures`] by name, such as `latency=50e-6`. The same arguments give the same tables.

mod figures;
mod model;

use std::process::ExitCode;

use figures::Figures;
use model::{Plan, Sums, Times, step};

const MACHINES: [u64; 4] = [1, 10, 100, 1_000];
/// Numbers of agents in the tables of strong scaling.
const AGENTS: [u64; 2] = [100_000_000, 1_000_000_000];
/// Number of agents per machine in the table of weak scaling.
const EACH: u64 = 10_000_000;

fn head(title: &str, what: &str) {
    println!("\n## {title}\n");
    println!("| {what} | step, ms | run | move and show | messages | wait for the slowest | efficiency |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
}

/// Prints a row, with the efficiency compared with the `ideal` time.
fn row(name: &str, times: &Times, ideal: f64) {
    let ms = |seconds: f64| format!("{:.2}", seconds * 1e3);
    let Times { run, move_and_show, messages, wait } = *times;
    println!(
        "| {name} | {} | {} | {} | {} | {} | {:.0} % |",
        ms(times.total()),
        ms(run),
        ms(move_and_show),
        ms(messages),
        ms(wait),
        100.0 * ideal / times.total()
    );
}

fn tables(figures: &Figures) {
    for (sums, name) in [(Sums::ToAll, "sums to all"), (Sums::Tree, "sums along a tree")] {
        for agents in AGENTS {
            head(&format!("{} million agents, {name}", agents / 1_000_000), "machines");
            let one = step(figures, &Plan { machines: 1, agents, sums }).total();
            for machines in MACHINES {
                let times = step(figures, &Plan { machines, agents, sums });
                row(&machines.to_string(), &times, one / machines as f64);
            }
        }
        head(&format!("{} million agents per machine, {name}", EACH / 1_000_000), "machines");
        let one = step(figures, &Plan { machines: 1, agents: EACH, sums }).total();
        for machines in MACHINES {
            row(&machines.to_string(), &step(figures, &Plan { machines, agents: EACH * machines, sums }), one);
        }
    }
    head(
        "1 000 million agents on 100 machines, sums along a tree, by the share that changes machine at random",
        "share",
    );
    for share in [0.0, 0.001, 0.01, 0.1] {
        let changed = Figures { commuting: share, ..figures.clone() };
        let plan = Plan { machines: 100, agents: 1_000_000_000, sums: Sums::Tree };
        let one = step(&changed, &Plan { machines: 1, ..plan }).total();
        row(&format!("{} %", share * 100.0), &step(&changed, &plan), one / 100.0);
    }
}

fn main() -> ExitCode {
    let mut figures = Figures::default();
    for argument in std::env::args().skip(1) {
        if let Err(reason) = figures.set(&argument) {
            eprintln!("scale: {reason}");
            return ExitCode::FAILURE;
        }
    }
    println!("{figures:#?}");
    tables(&figures);
    ExitCode::SUCCESS
}
