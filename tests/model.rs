//! Random sequences of all operations on a world and on a naive reference, which must agree after each of them.
//!
//! `ECS_MODEL_SEED=17 cargo test --test model` replays a run; `ECS_MODEL_OPERATIONS=20000000` makes it longer.
#![allow(missing_docs, unreachable_pub, reason = "the modules here are parts of this one test")]
#![allow(clippy::unit_arg, clippy::let_unit_value, reason = "the empty bundle is one of the shapes")]

#[path = "model/executor.rs"]
mod executor;
#[path = "model/numbers.rs"]
mod numbers;
#[path = "model/operations.rs"]
mod operations;
#[path = "model/reading.rs"]
mod reading;
#[path = "model/reference.rs"]
mod reference;
#[path = "model/running.rs"]
mod running;
#[path = "model/shapes.rs"]
mod shapes;
#[path = "model/world.rs"]
mod world;

use executor::Executor;
use numbers::Numbers;
use operations::{Operation, Pick, SHAPES};
use proptest::prelude::*;

/// How many operations a world lives for.
const LIFE: u64 = 10_000;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs this many operations from a seed. The one that is printed last replays a failure.
fn run(seed: u64, operations: u64) {
    let mut numbers = Numbers(seed);
    for _ in 0..operations.div_ceil(LIFE) {
        println!("ECS_MODEL_SEED={}", numbers.0);
        let mut executor = Executor::default();
        for _ in 0..operations.min(LIFE) {
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

#[test]
fn the_same_operations_give_the_same_world() {
    let state = |seed| {
        let (mut numbers, mut executor) = (Numbers(seed), Executor::default());
        for _ in 0..2_000 {
            executor.step(&numbers.operation(executor.reference.entities.len()));
        }
        format!("{:?}", executor.world)
    };
    assert_eq!(state(5), state(5));
    assert_ne!(state(5), state(6));
}

fn pick() -> impl Strategy<Value = Pick> {
    prop_oneof![
        8 => any::<u32>().prop_map(Pick::Living),
        1 => any::<u32>().prop_map(Pick::Dead),
        1 => any::<u64>().prop_map(Pick::Forged),
    ]
}

fn structural() -> impl Strategy<Value = Operation> {
    let (shape, word, count) = (|| 0..SHAPES, any::<u32>, || 0..5_u8);
    prop_oneof![
        6 => (shape(), word()).prop_map(|(shape, number)| Operation::Spawn(shape, number)),
        1 => (shape(), count(), word()).prop_map(|(shape, count, number)| Operation::SpawnBatch(shape, count, number)),
        1 => (count(), count(), word()).prop_map(|(one, two, number)| Operation::SpawnColumns(one, two, number)),
        2 => pick().prop_map(Operation::Despawn),
        1 => Just(Operation::Clear),
        4 => (pick(), shape(), word()).prop_map(|(pick, shape, number)| Operation::Insert(pick, shape, number)),
        2 => (pick(), shape(), word()).prop_map(|(pick, shape, number)| Operation::Replace(pick, shape, number)),
        4 => (pick(), shape()).prop_map(|(pick, shape)| Operation::Remove(pick, shape)),
        1 => Just(Operation::Clone),
        1 => count().prop_map(Operation::Reserve),
        1 => Just(Operation::Shrink),
        1 => (0..8_u8).prop_map(Operation::Sort),
    ]
}

fn in_place() -> impl Strategy<Value = Operation> {
    prop_oneof![
        (pick(), any::<u32>()).prop_map(|(pick, number)| Operation::Write(pick, number)),
        (pick(), pick(), any::<u32>()).prop_map(|(one, two, number)| Operation::WriteSeveral(one, two, number)),
        (pick(), any::<u32>()).prop_map(|(pick, number)| Operation::WriteMany(pick, number)),
        Just(Operation::Query),
        any::<u32>().prop_map(Operation::QueryMut),
        any::<u32>().prop_map(Operation::Columns),
    ]
}

fn waiting() -> impl Strategy<Value = Operation> {
    let (shape, word) = (|| 0..SHAPES, any::<u32>);
    prop_oneof![
        2 => (shape(), word()).prop_map(|(shape, number)| Operation::CommandSpawn(shape, number)),
        2 => (pick(), shape(), word()).prop_map(|(pick, shape, number)| Operation::CommandInsert(pick, shape, number)),
        2 => (pick(), shape()).prop_map(|(pick, shape)| Operation::CommandRemove(pick, shape)),
        2 => pick().prop_map(Operation::CommandDespawn),
        1 => Just(Operation::DropCommands),
        2 => word().prop_map(Operation::Promise),
        2 => Just(Operation::Flush),
        1 => Just(Operation::RunWatch),
        1 => Just(Operation::Run),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// The same, in short sequences that shrink to the smallest one that fails.
    #[test]
    fn a_world_agrees_with_a_naive_one_in_short(
        operations in prop::collection::vec(prop_oneof![3 => structural(), 1 => in_place(), 2 => waiting()], 1..60)
    ) {
        let mut executor = Executor::default();
        for operation in &operations {
            executor.step(operation);
        }
        executor.compare();
    }
}
