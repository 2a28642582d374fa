//! A library whose source is identical to that of another one.

use ecs_world::prelude::*;

/// How old something is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Age(pub u32);

/// How many systems have run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Runs(pub u32);

/// Whether anything has run.
#[condition]
pub fn ran(runs: &Runs) -> bool {
    runs.0 > 0
}

/// Increments each age.
#[system]
pub fn grow(age: &mut Age, runs: &mut Runs) {
    age.0 += 1;
    runs.0 += 1;
}

/// Increments each age again, once a system has run.
#[system(run_if = ran)]
pub fn ripen<W: Has<Age>>(ages: Query<'_, W, &mut Age>) {
    for age in ages {
        age.0 += 10;
    }
}

ecs_components! {
    /// Things that grow.
    pub set growth;
    components: Age;
    resources: Runs;
    conditions: ran;
    systems: grow, ripen;
    queries: (Age);
}

/// For worlds that name it directly, without a set.
#[system(export)]
pub fn rejuvenate(age: &mut Age) {
    age.0 = 0;
}

/// A set around the other.
mod around {
    ecs_world::ecs_components! {
        /// Includes the other set.
        pub set outer;
        include: super::growth;
        systems: ..growth;
    }
}
pub use around::outer;
