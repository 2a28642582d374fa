//! The initial state of a world: most are empty, some have slots on several pages, some have many entities.

use super::executor::Executor;
use super::numbers::Numbers;
use super::operations::{LARGE, LATER, OTHER_FROZEN, Operation, Pick, SHAPES, Said};

/// The initial state of a world, which also determines how long it lives: the cost of the checks after each step grows with it.
#[derive(Debug, Clone, Copy)]
pub enum Life {
    /// With no entity; a few dozen live at once.
    Empty,
    /// A few entities live, and the slots of others are free, in random order: more than the 1 024 of a page.
    Spread,
    /// Few entities live, on any of eight pages: pages of tables are allocated in any order, and each has few entities.
    Scattered,
    /// Few entities live, at one distance from each other, so that their buckets in a hash map are near each other.
    Piled,
    /// More entities live than fit into a run of 256 that is compared at once, a chunk of 64 for threads or a block of 8; more than 64 of
    /// them enter views that defer changes.
    Crowded,
}

impl Life {
    /// The order of lives: the first five are all different.
    const ALL: [Self; 6] = [Self::Empty, Self::Scattered, Self::Crowded, Self::Spread, Self::Piled, Self::Empty];

    /// Number of operations of the world, if an empty one gets `max`.
    fn operations(&self, max: u64) -> u64 {
        match self {
            Self::Empty => max,
            Self::Spread => max / 8,
            Self::Scattered | Self::Piled => max / 24,
            Self::Crowded => max / 20,
        }
    }

    /// Number of additional living entities, compared with an empty world.
    fn crowd(&self) -> usize {
        if matches!(self, Self::Crowded) { 420 } else { 0 }
    }

    fn begin(&self, numbers: &mut Numbers) -> Executor {
        let mut executor = Executor::default();
        let living = |executor: &Executor| executor.reference.entities.len();
        let required = match self {
            Self::Empty | Self::Scattered | Self::Piled => 0,
            Self::Spread => 1_100,
            Self::Crowded => self.crowd(),
        };
        executor.pace = u64::MAX;
        // Otherwise with all sets of components, so that some of these are rare.
        let alike = numbers.byte(2) == 0;
        if matches!(self, Self::Spread) {
            runs(&mut executor, numbers);
        }
        if matches!(self, Self::Crowded) {
            executor.step(&Operation::SpawnBatch(LATER, 100, numbers.word(), Said::Truth));
        }
        while living(&executor) < required {
            let (count, shape) = (100 + numbers.byte(100), numbers.byte(SHAPES));
            executor.step(&if alike || numbers.byte(2) == 0 {
                // An odd number: without a third column, which could have another length.
                Operation::SpawnColumns(count, count, numbers.word() | 1)
            } else {
                Operation::SpawnBatch(shape, count, numbers.word(), Said::Truth)
            });
        }
        if matches!(self, Self::Spread) && alike {
            executor.step(&Operation::Clear);
        }
        while matches!(self, Self::Spread) && living(&executor) > 30 {
            executor.step(&Operation::Despawn(Pick::Living(numbers.word())));
        }
        match self {
            Self::Scattered => scatter(&mut executor, numbers.next() | 1, numbers),
            // Multiples of a Fibonacci number are adjacent if hashes are multiples of the golden ratio.
            Self::Piled => scatter(&mut executor, 987, numbers),
            _ => {}
        }
        executor.compare();
        executor
    }
}

/// Spawns batches into runs of free slots that are as long as the blocks that are compared at once, or one shorter or longer.
fn runs(executor: &mut Executor, numbers: &mut Numbers) {
    let mut slots = 0;
    for len in [1, 2, 3, 31, 32, 33, 63, 64, 65] {
        // An odd number: without a third column, which could have another length.
        let mut spawn = |executor: &mut Executor, count| {
            executor.step(&Operation::SpawnColumns(count, count, numbers.word() | 1));
        };
        spawn(executor, len + 2);
        // The slot that is freed last is used first: the run, and then a slot that does not follow it.
        for at in [len + 1].into_iter().chain((0..len).rev()) {
            executor.step(&Operation::Despawn(Pick::Forged((1 << 32) | (slots + u64::from(at)))));
        }
        spawn(executor, len + 3);
        slots += u64::from(len) + 4;
    }
}

/// Number of slots of a world that has few entities, on any of eight pages.
const SCATTERED: u64 = 8 * 1_024;

/// Frees the slots of eight pages in an order in which neighbours are far apart, and spawns a few entities.
///
/// The distance is odd, so that each slot is reached once.
fn scatter(executor: &mut Executor, distance: u64, numbers: &mut Numbers) {
    while (executor.reference.entities.len() as u64) < SCATTERED {
        // Without components, because the naive world searches for these one by one.
        executor.step(&Operation::SpawnBatch(0, 128, 0, Said::Truth));
    }
    let first = numbers.next();
    for number in 0..SCATTERED {
        let index = number.wrapping_mul(distance).wrapping_add(first) % SCATTERED;
        executor.step(&Operation::Despawn(Pick::Forged(1 << 32 | index)));
    }
    for _ in 0..40 {
        executor.step(&Operation::Spawn(numbers.byte(SHAPES), numbers.word()));
    }
}

/// Replaces all entities by as many new ones as are compared at once: except for one entity, their values have the same order in several
/// storages. Then replaces these by more than the minimum for which positions are cached.
fn walk_in_step(executor: &mut Executor, numbers: &mut Numbers) {
    let batch = |shape, count| Operation::SpawnBatch(shape, count, 7, Said::Truth);
    executor.step(&Operation::DropCommands);
    executor.step(&Operation::Clear);
    for operation in [batch(LATER, 128), batch(LATER, 128), Operation::Spawn(OTHER_FROZEN, 7), batch(LATER, 12)] {
        executor.step(&operation);
    }
    executor.step(&Operation::Walk(numbers.word()));
    executor.step(&Operation::Clear);
    executor.step(&batch(LATER, 80));
    executor.step(&batch(LARGE, 80));
    for number in 0..8 {
        executor.step(&Operation::RunSteadily(number));
        executor.step(&numbers.bundle());
        if number == 3 {
            executor.step(&Operation::Sort(4));
        }
    }
}

/// The lives of worlds from number `first` on, each of at most `max` operations and together of `operations`: number, life and operations
/// of each.
pub fn lives(operations: u64, max: u64, first: usize) -> impl Iterator<Item = (usize, Life, u64)> {
    // The first five together take a quarter longer than an empty life, so that short runs contain all of them, too.
    let (max, mut left) = (max.min(operations * 3 / 4), operations);
    Life::ALL.into_iter().cycle().enumerate().skip(first).map_while(move |(number, life)| {
        let steps = life.operations(max).max(1).min(left);
        left -= steps;
        (steps > 0).then_some((number, life, steps))
    })
}

/// Runs lives one after another, each of at most `max` operations and together of `operations`. Returns the number of panics.
///
/// Without optimisation, every sixteenth world is checked completely after each operation, the others after every sixteenth operation. The
/// first world is one of the former, so that a seed and a life that replay a failure lead to the operation.
pub fn live_through(numbers: &mut Numbers, operations: u64, max: u64) -> u32 {
    let first = std::env::var("ECS_MODEL_LIFE").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut panics = 0;
    for (number, life, steps) in lives(operations, max, first) {
        println!("ECS_MODEL_SEED={} ECS_MODEL_LIFE={number}", numbers.0);
        let mut executor = life.begin(numbers);
        executor.pace = if cfg!(debug_assertions) && !(number - first).is_multiple_of(16) { 16 } else { 1 };
        for step in 0..steps {
            // Expensive operations are rare. They draw no numbers, so that they do not affect later operations.
            if step % 128 == 0 {
                executor.step(&Operation::Walk(u32::try_from(step / 128).expect("the number fits")));
            }
            if step % 128 == 64 {
                executor.step(&Operation::RunSteadily(u32::try_from(step / 128).expect("the number fits")));
            }
            let living = executor.reference.entities.len().saturating_sub(life.crowd());
            let panicked = executor.step(&numbers.operation(living));
            panics += u32::from(panicked);
            if panicked && numbers.byte(4) == 0 {
                // Also clones the state that an interrupted operation left.
                executor.step(&Operation::Clone);
            }
        }
        if matches!(life, Life::Crowded) {
            walk_in_step(&mut executor, &mut Numbers(numbers.0));
        }
        executor.compare();
        drop(executor);
        assert_eq!(super::world::live(), 0, "a dropped world drops all values");
    }
    panics
}
