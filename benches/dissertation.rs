//! The experiments of the dissertation: iteration, add / remove, particles, aspects and memory, for each kind of storage and
//! each way to find the entities of a system.
//!
//! `cargo bench --bench dissertation [-- --quick]`. `benches/SOURCES.md` explains the tables.
#![allow(missing_docs, unreachable_pub, reason = "a program has no documentation for others")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "numbers here are small")]
#![allow(unsafe_code, reason = "an allocator that counts is written with `unsafe`")]

#[path = "dissertation/aspects.rs"]
mod aspects;
#[path = "dissertation/contestants.rs"]
mod contestants;
mod measure;
#[path = "dissertation/memory.rs"]
mod memory;
#[path = "dissertation/schemes.rs"]
mod schemes;
#[path = "dissertation/tasks.rs"]
mod tasks;
#[path = "dissertation/worlds.rs"]
mod worlds;

use contestants::{Size, all};
use measure::{Bench, Case};
use tasks::{AddRemove, Iteration, Particles};

/// Number of entities in the add / remove workload.
const CHANGING: usize = 10_000;

fn main() {
    let mut bench = Bench::new("dissertation");
    let quick = bench.flags().quick;
    let sizes: &[usize] = if quick { &[10_000] } else { &[5_000, 10_000, 20_000, 30_000, 40_000] };
    let operations: &[usize] = if quick { &[1_000, 10_000] } else { &[1_000, 2_500, 5_000, 7_500, 10_000] };
    let counted: &[usize] =
        if quick { &[10_000] } else { &[5_000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000] };
    memory::run(&mut bench, counted);
    aspects::run(&mut bench);
    for entities in sizes.iter().copied() {
        let case = Case { workload: "iteration", entities, parameter: 0, units: entities };
        bench.run(&case, || all::<Iteration>(Size { entities, parameter: 0 }));
    }
    for parameter in operations.iter().copied() {
        let case = Case { workload: "add / remove", entities: CHANGING, parameter, units: parameter };
        bench.run(&case, || all::<AddRemove>(Size { entities: CHANGING, parameter }));
    }
    for entities in sizes.iter().copied() {
        let case = Case { workload: "particles", entities, parameter: 0, units: entities };
        bench.run(&case, || all::<Particles>(Size { entities, parameter: 0 }));
    }
}
