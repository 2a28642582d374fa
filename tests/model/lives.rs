//! How the life of a world begins: most with nothing, some where slots lie on several pages, some with a crowd.

use super::executor::Executor;
use super::numbers::Numbers;
use super::operations::{Operation, Pick, SHAPES};

/// How a world begins, which says how long it lives: what is checked after each step grows with it.
#[derive(Debug, Clone, Copy)]
enum Life {
    /// With no entity; a few dozen live at once.
    Empty,
    /// A few entities live, and the slots of others are free, in a random order: more than the 1 024 of a page.
    Spread,
    /// More entities live than a walk compares in one run of 256, than a chunk of 64 for threads, than a block of 8.
    Crowded,
}

impl Life {
    /// How many operations the world lives for, of so many for an empty one.
    fn operations(self, most: u64) -> u64 {
        match self {
            Self::Empty => most,
            Self::Spread => most / 8,
            Self::Crowded => most / 20,
        }
    }

    /// By how much more entities live than in an empty world.
    fn crowd(self) -> usize {
        if matches!(self, Self::Crowded) { 270 } else { 0 }
    }

    fn begin(self, numbers: &mut Numbers) -> Executor {
        let mut executor = Executor::default();
        let living = |executor: &Executor| executor.reference.entities.len();
        let most = match self {
            Self::Empty => 0,
            Self::Spread => 1_100,
            Self::Crowded => self.crowd(),
        };
        while living(&executor) < most {
            let (count, shape) = (100 + numbers.byte(100), numbers.byte(SHAPES));
            let said = super::operations::Said::Truth;
            executor.step(&match numbers.byte(2) {
                0 => Operation::SpawnBatch(shape, count, numbers.word(), said),
                _ => Operation::SpawnColumns(count, count, numbers.word()),
            });
        }
        while matches!(self, Self::Spread) && living(&executor) > 30 {
            executor.step(&Operation::Despawn(Pick::Living(numbers.word())));
        }
        executor
    }
}

/// Worlds live one after another, for so many operations each at most and so many in all. How many of them panicked.
pub fn live_through(numbers: &mut Numbers, operations: u64, most: u64) -> u32 {
    let mut panics = 0;
    for _ in 0..operations.div_ceil(most) {
        println!("ECS_MODEL_SEED={}", numbers.0);
        let life = [Life::Empty, Life::Spread, Life::Crowded, Life::Empty][usize::from(numbers.byte(4))];
        let mut executor = life.begin(numbers);
        for _ in 0..life.operations(operations.min(most)) {
            let living = executor.reference.entities.len().saturating_sub(life.crowd());
            panics += u32::from(executor.step(&numbers.operation(living)));
        }
        executor.compare();
        drop(executor);
        assert_eq!(super::world::live(), 0, "a dropped world drops all values");
    }
    panics
}
