//! Random sequences of all operations on a world and on a naive reference, which must agree after each operation.
//!
//! In some of them, user code panics at a chosen call: the reference predicts the state up to then.
//!
//! `ECS_MODEL_SEED=17 ECS_MODEL_LIFE=2 cargo test --test model` replays a run; `ECS_MODEL_OPERATIONS=20000000` makes it longer.
// Calls of user code are counted on the thread of the test, so systems must not run on other threads.
#![cfg(not(feature = "rayon"))]
#![allow(missing_docs, unreachable_pub, reason = "the modules here are parts of this one test")]
#![allow(clippy::unit_arg, clippy::let_unit_value, reason = "the empty bundle is one of the shapes")]

#[macro_use]
#[path = "model/declare.rs"]
mod declare;

macro_rules! declare_world {
    () => {
        storages! {
            free [sparse_set] Counted, free [sparse_set] Tag, free [sparse_set] Wide, free [sparse_set] Big,
            free [sparse_set] Boxed, free [sparse_set] Plain, free [sparse_set] Other, free [sparse_set] Frozen;
            groups: (Plain, Counted, Tag), (Plain, Counted, Tag, Wide)
        }
    };
}

#[path = "model/acts.rs"]
mod acts;
#[path = "model/executor.rs"]
mod executor;
#[path = "model/links.rs"]
mod links;
#[path = "model/lives.rs"]
mod lives;
#[path = "model/naive.rs"]
mod naive;
#[path = "model/numbers.rs"]
mod numbers;
#[path = "model/operations.rs"]
mod operations;
#[path = "model/reading.rs"]
mod reading;
#[path = "model/reference.rs"]
mod reference;
#[path = "model/relating.rs"]
mod relating;
#[path = "model/running.rs"]
mod running;
#[path = "model/saving.rs"]
mod saving;
#[path = "model/shapes.rs"]
mod shapes;
#[path = "model/templates.rs"]
mod templates;
#[path = "model/views.rs"]
mod views;
#[path = "model/walks.rs"]
mod walks;
#[path = "model/world.rs"]
mod world;

use executor::Executor;
use numbers::Numbers;
use operations::{FROZEN, Fuse, Operation, Pick, SHAPES, SYSTEMS, Said};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proptest::prelude::*;

/// Maximum number of operations on one world.
const LIFE: u64 = 10_000;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs `operations` operations from a seed. The seed and life that are printed last replay a failure.
fn run(seed: u64, operations: u64) {
    let panics = lives::live_through(&mut Numbers(seed), operations, LIFE);
    println!("of which {panics} panicked");
}

#[test]
fn a_world_agrees_with_a_naive_one_for_200_000_operations() {
    run(setting("ECS_MODEL_SEED", 1), setting("ECS_MODEL_OPERATIONS", 400_000) / 2);
}

#[test]
fn a_world_agrees_with_a_naive_one_for_200_000_others() {
    run(setting("ECS_MODEL_SEED", 1) ^ 0xffff_0000, setting("ECS_MODEL_OPERATIONS", 400_000) / 2);
}

#[test]
fn a_run_has_as_many_operations_as_are_requested_and_worlds_of_each_life() {
    for operations in [100, 1_250, 10_000, 200_000] {
        let lives: Vec<_> = lives::lives(operations, LIFE, 0).collect();
        assert_eq!(lives.iter().map(|(_, _, steps)| steps).sum::<u64>(), operations);
        let kinds: BTreeSet<_> = lives.iter().map(|(_, life, _)| format!("{life:?}")).collect();
        assert_eq!(kinds.len(), 5, "{operations}: {kinds:?}");
    }
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

/// A world after some operations, with pending commands, and the source of further numbers.
fn past(seed: u64) -> (Executor, Numbers) {
    let (mut executor, mut numbers) = (Executor::default(), Numbers(seed));
    executor.pace = u64::MAX;
    for _ in 0..60 {
        let operation = numbers.calm(executor.reference.entities.len());
        // With large batches, user code would be called too often to have each call panic.
        if !matches!(operation, Operation::SpawnBatch(_, 6.., ..) | Operation::SpawnColumns(14.., ..)) {
            executor.step(&operation);
        }
    }
    for shape in 0..SHAPES {
        if shape == SHAPES / 2 {
            executor.step(&Operation::AgeEvents);
        }
        executor.step(&Operation::CommandSpawn(shape, numbers.word()));
        executor.step(&Operation::Send(numbers.word()));
        executor.step(&numbers.commanding());
    }
    // Some of these start to be watched when they lose `Frozen`.
    for n in [0, 3, 6] {
        executor.step(&Operation::Insert(Pick::Living(n), FROZEN, n));
    }
    executor.pace = 1;
    (executor, numbers)
}

/// Lets each call of user code in an operation panic, continues after each panic, and returns the number of panics.
fn panic_at_each_call(seed: u64, operation: &Operation, fuse: Fuse) -> u32 {
    for after in 0..=u8::MAX {
        let (mut executor, mut numbers) = past(seed);
        if !executor.step(&Operation::Panicking(fuse, after, Box::new(operation.clone()))) {
            return u32::from(after);
        }
        for _ in 0..5 {
            executor.step(&numbers.calm(executor.reference.entities.len()));
        }
        executor.compare();
    }
    panic!("{fuse:?} in {operation:?}: more than 255 calls of user code")
}

/// Number of panics for each kind of user code in each operation, by their names.
fn panics_of(seeds: Range<u64>) -> BTreeMap<String, u32> {
    let mut panics = BTreeMap::new();
    for seed in seeds {
        for operation in Operation::each(&mut Numbers(seed)) {
            let text = format!("{operation:?}");
            let name = text.split('(').next().unwrap_or_default();
            for fuse in operation.fuses() {
                *panics.entry(format!("{fuse:?} in {name}")).or_default() +=
                    panic_at_each_call(seed, &operation, *fuse);
            }
        }
    }
    panics
}

#[test]
fn a_world_agrees_with_a_naive_one_when_user_code_panics_at_any_call_of_any_operation() {
    let mut panics = BTreeMap::<String, u32>::new();
    std::thread::scope(|scope| {
        let halves = [0..4, 4..8].map(|seeds| scope.spawn(|| panics_of(seeds)));
        for (name, count) in halves.into_iter().flat_map(|half| half.join().expect("the worlds agree")) {
            *panics.entry(name).or_default() += count;
        }
    });
    println!("{panics:#?}");
    assert!(panics.len() > 50, "{}", panics.len());
    assert!(panics.values().all(|panics| *panics > 0), "{panics:#?}: one kind never panicked");
}

fn pick() -> impl Strategy<Value = Pick> {
    prop_oneof![
        8 => any::<u32>().prop_map(Pick::Living),
        1 => any::<u32>().prop_map(Pick::Dead),
        1 => any::<u64>().prop_map(Pick::Forged),
        1 => any::<u32>().prop_map(Pick::Foreign),
    ]
}

fn said() -> impl Strategy<Value = Said> {
    prop::sample::select(vec![Said::Truth, Said::Nothing, Said::More, Said::AsMuchAsCanBe])
}

fn structural() -> impl Strategy<Value = Operation> {
    let (shape, word, count) = (|| 0..SHAPES, any::<u32>, || 0..5_u8);
    prop_oneof![
        6 => (shape(), word()).prop_map(|(shape, number)| Operation::Spawn(shape, number)),
        1 => (shape(), count(), word(), said())
            .prop_map(|(shape, count, number, said)| Operation::SpawnBatch(shape, count, number, said)),
        1 => (count(), count(), word()).prop_map(|(one, two, number)| Operation::SpawnColumns(one, two, number)),
        2 => pick().prop_map(Operation::Despawn),
        1 => Just(Operation::Clear),
        4 => (pick(), shape(), word()).prop_map(|(pick, shape, number)| Operation::Insert(pick, shape, number)),
        2 => (pick(), shape(), word()).prop_map(|(pick, shape, number)| Operation::Replace(pick, shape, number)),
        4 => (pick(), shape()).prop_map(|(pick, shape)| Operation::Remove(pick, shape)),
        2 => (pick(), shape()).prop_map(|(pick, shape)| Operation::RemoveAny(pick, shape)),
        1 => Just(Operation::Clone),
        1 => count().prop_map(Operation::Reserve),
        1 => Just(Operation::Shrink),
        1 => (0..8_u8).prop_map(Operation::Sort),
        1 => prop_oneof![
            Just(Operation::Tidy),
            (0..40_u8).prop_map(Operation::TidyWithin),
            (0..40_u8).prop_map(Operation::TidyAtRuns),
            Just(Operation::Unsort),
        ],
        1 => prop_oneof![
            any::<u32>().prop_map(Operation::Send),
            (0..2_u8).prop_map(Operation::ReadEvents),
            Just(Operation::AgeEvents),
            Just(Operation::DropEvents),
        ],
    ]
}

fn in_place() -> impl Strategy<Value = Operation> {
    prop_oneof![
        (pick(), any::<u32>()).prop_map(|(pick, number)| Operation::Write(pick, number)),
        (pick(), pick(), any::<u32>()).prop_map(|(one, two, number)| Operation::WriteSeveral(one, two, number)),
        (pick(), any::<u32>()).prop_map(|(pick, number)| Operation::WriteMany(pick, number)),
        (pick(), any::<u32>()).prop_map(|(pick, number)| Operation::Overwrite(pick, number)),
        any::<u32>().prop_map(Operation::WriteEach),
        any::<u32>().prop_map(Operation::WriteJoined),
        any::<u32>().prop_map(Operation::WriteInParallel),
        (0..6_u8).prop_map(Operation::LeakIterators),
        pick().prop_map(Operation::LeakTaken),
        Just(Operation::Query),
        any::<u32>().prop_map(Operation::QueryMut),
        any::<u32>().prop_map(Operation::Columns),
    ]
}

fn several() -> impl Strategy<Value = Operation> {
    let (picks, shape, word) = (|| [pick(), pick(), pick()], || 0..SHAPES, any::<u32>);
    prop_oneof![
        (shape(), 0..5_u8, word(), said())
            .prop_map(|(shape, count, number, said)| Operation::CommandSpawnBatch(shape, count, number, said)),
        (picks(), shape(), word())
            .prop_map(|(picks, shape, number)| Operation::CommandInsertBatch(picks, shape, number)),
        (picks(), shape()).prop_map(|(picks, shape)| Operation::CommandRemoveBatch(picks, shape)),
        picks().prop_map(Operation::CommandDespawnBatch),
    ]
}

fn waiting() -> impl Strategy<Value = Operation> {
    let (shape, word) = (|| 0..SHAPES, any::<u32>);
    prop_oneof![
        2 => (shape(), word()).prop_map(|(shape, number)| Operation::CommandSpawn(shape, number)),
        2 => (pick(), shape(), word()).prop_map(|(pick, shape, number)| Operation::CommandInsert(pick, shape, number)),
        2 => (pick(), shape()).prop_map(|(pick, shape)| Operation::CommandRemove(pick, shape)),
        1 => (pick(), shape()).prop_map(|(pick, shape)| Operation::CommandRemoveAny(pick, shape)),
        2 => pick().prop_map(Operation::CommandDespawn),
        1 => several(),
        1 => Just(Operation::DropCommands),
        2 => word().prop_map(Operation::SpawnLater),
        1 => Just(Operation::ReserveEntity),
        2 => Just(Operation::Flush),
        1 => Just(Operation::SwapCommands),
        1 => Just(Operation::AppendCommands),
        1 => ([pick(), pick(), pick()], word()).prop_map(|(picks, number)| Operation::AppendBatches(picks, number)),
        1 => (0..SYSTEMS).prop_map(Operation::RunOne),
        1 => Just(Operation::Run),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    let calm = || prop_oneof![3 => structural(), 1 => in_place(), 2 => waiting()];
    let fuse = prop::sample::select(Fuse::ALL.to_vec());
    prop_oneof![
        5 => calm(),
        1 => (fuse, 0..5_u8, calm()).prop_map(|(fuse, after, own)| Operation::Panicking(fuse, after, Box::new(own))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Compares in short sequences, which shrink to the smallest one that fails.
    #[test]
    fn a_world_agrees_with_a_naive_one_in_short(
        operations in prop::collection::vec(operation(), 1..60)
    ) {
        let mut executor = Executor::default();
        for operation in &operations {
            executor.step(operation);
        }
        executor.compare();
    }
}
