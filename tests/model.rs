//! Random sequences of all operations on a world and on a naive reference, which must agree after each of them.
//!
//! `ECS_MODEL_SEED=17 cargo test --test model` replays a run; `ECS_MODEL_OPERATIONS=20000000` makes it longer.
#![allow(missing_docs, unreachable_pub, reason = "the modules here are parts of this one test")]
#![allow(clippy::unit_arg, reason = "the empty bundle is one of the shapes")]

#[path = "model/executor.rs"]
mod executor;
#[path = "model/operations.rs"]
mod operations;
#[path = "model/reference.rs"]
mod reference;
#[path = "model/world.rs"]
mod world;

use executor::Executor;
use operations::{Numbers, Operation, Pick};
use proptest::prelude::*;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs this many operations from a seed, on worlds that live for 10 000 of them.
fn run(seed: u64, operations: u64) {
    let mut numbers = Numbers(seed);
    for _ in 0..operations.div_ceil(10_000) {
        println!("ECS_MODEL_SEED={}", numbers.0);
        let mut executor = Executor::default();
        for _ in 0..operations.min(10_000) {
            let operation = numbers.operation(executor.reference.entities.len());
            executor.step(&operation);
        }
        executor.compare();
        drop(executor);
        assert_eq!(world::live(), 0, "a dropped world drops all values");
    }
}

#[test]
fn a_world_agrees_with_a_naive_one_for_half_a_million_operations() {
    run(setting("ECS_MODEL_SEED", 1), setting("ECS_MODEL_OPERATIONS", 1_000_000) / 2);
}

#[test]
fn a_world_agrees_with_a_naive_one_for_half_a_million_others() {
    run(setting("ECS_MODEL_SEED", 1) ^ 0xffff_0000, setting("ECS_MODEL_OPERATIONS", 1_000_000) / 2);
}

fn pick() -> impl Strategy<Value = Pick> {
    prop_oneof![
        8 => any::<u32>().prop_map(Pick::Living),
        1 => any::<u32>().prop_map(Pick::Dead),
        1 => any::<u64>().prop_map(Pick::Forged),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    let shape = || 0..operations::SHAPES;
    prop_oneof![
        6 => (shape(), any::<u32>()).prop_map(|(shape, number)| Operation::Spawn(shape, number)),
        2 => pick().prop_map(Operation::Despawn),
        4 => (pick(), shape(), any::<u32>()).prop_map(|(pick, shape, number)| Operation::Insert(pick, shape, number)),
        4 => (pick(), shape()).prop_map(|(pick, shape)| Operation::Remove(pick, shape)),
        2 => (pick(), shape(), any::<u32>()).prop_map(|(pick, shape, number)| Operation::CommandInsert(pick, shape, number)),
        1 => pick().prop_map(Operation::CommandDespawn),
        1 => any::<u32>().prop_map(Operation::Promise),
        1 => Just(Operation::Flush),
        1 => Just(Operation::Run),
        1 => Just(Operation::Query),
        1 => Just(Operation::Columns),
        1 => Just(Operation::Clear),
        1 => Just(Operation::Shrink),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// The same, in short sequences that shrink to the smallest one that fails.
    #[test]
    fn a_world_agrees_with_a_naive_one_in_short(operations in prop::collection::vec(operation(), 1..60)) {
        let mut executor = Executor::default();
        for operation in &operations {
            executor.step(operation);
        }
        executor.compare();
    }
}
