//! Operations on a world and on the simple reference of the model test, which must agree after each operation.

#[macro_use]
#[path = "../../tests/model/declare.rs"]
mod declare;

macro_rules! declare_world {
    () => {
        storages! {
            ascending [hashed_array_tree(chunk = 4)] Counted, ascending [tag] Tag, free [hash_map] Wide, free [sparse_set] Big,
            free [sparse_set] Boxed, free [sparse_set] Plain, ascending [packed] Other, free [btree_map] Frozen;
            groups: (Big, Boxed)
        }
    };
}

use super::bytes as numbers;

#[path = "../../tests/model/acts.rs"]
mod acts;
#[path = "../../tests/model/executor.rs"]
mod executor;
#[path = "../../tests/model/links.rs"]
mod links;
#[path = "../../tests/model/naive.rs"]
mod naive;
#[path = "../../tests/model/operations.rs"]
mod operations;
#[path = "../../tests/model/reading.rs"]
mod reading;
#[path = "../../tests/model/reference.rs"]
mod reference;
#[path = "../../tests/model/relating.rs"]
mod relating;
#[path = "../../tests/model/running.rs"]
mod running;
#[path = "../../tests/model/saving.rs"]
mod saving;
#[path = "../../tests/model/shapes.rs"]
mod shapes;
#[path = "../../tests/model/templates.rs"]
mod templates;
#[path = "../../tests/model/views.rs"]
mod views;
#[path = "../../tests/model/walks.rs"]
mod walks;
#[path = "../../tests/model/world.rs"]
mod world;

use executor::Executor;
use numbers::Numbers;
use operations::{Operation, SHAPES};

/// Executes operations until the bytes end. The fewer bytes an operation takes, the more a mutation of the input changes.
fn execute(bytes: &[u8], next: impl Fn(&mut Numbers, usize) -> Operation) {
    let (mut numbers, mut executor) = (Numbers::of(bytes), Executor::default());
    while !numbers.is_empty() {
        let operation = next(&mut numbers, executor.reference.entities.len());
        executor.step(&operation);
    }
    executor.compare();
    drop(executor);
    assert_eq!(world::live(), 0, "a dropped world drops all values");
}

/// Any operations, in which user code may panic.
pub fn operations(bytes: &[u8]) {
    execute(bytes, |numbers, living| numbers.operation(living));
}

/// Mostly commands and other deferred changes.
pub fn commands(bytes: &[u8]) {
    execute(bytes, |numbers, living| match numbers.byte(12) {
        0 | 1 => Operation::CommandSpawn(numbers.byte(SHAPES), numbers.word()),
        2..=5 => numbers.commanding(),
        6 => Operation::SpawnLater(numbers.word()),
        7 | 8 => Operation::Flush,
        9 => Operation::SwapCommands,
        10 => Operation::Run,
        _ => numbers.operation(living),
    });
}

/// Batches of entities, and bundles that are inserted and removed.
pub fn bundles_and_batches(bytes: &[u8]) {
    execute(bytes, |numbers, living| match numbers.byte(12) {
        0..=2 if living < 64 => numbers.batch(),
        3..=5 => numbers.bundle(),
        6 => Operation::Reserve(numbers.byte(100)),
        7 => Operation::Shrink,
        _ => numbers.operation(living),
    });
}
