//! A world in a crate without the standard library: neither the libraries nor generated code name `std`.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "serde")]
pub mod saved;

use ecs_world::prelude::*;

/// How warm something is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Warmth(pub i32);

/// Loss of warmth per step.
#[derive(Debug)]
pub struct Cooling(pub i32);

/// Cools all things, and despawns cold ones.
#[system]
pub fn cool(entity: Entity, warmth: &mut Warmth, cooling: &Cooling, commands: &mut Commands<World>) {
    warmth.0 -= cooling.0;
    if warmth.0 < 0 {
        commands.despawn(entity);
    }
}

ecs_world! {
    components: Warmth;
    resources: Cooling = Cooling(2);
    systems: cool;
}

/// Number of things that are still warm after some steps.
#[must_use]
pub fn still_warm(warmths: &[i32], steps: usize) -> usize {
    let mut world = World::default();
    world.spawn_batch(warmths.iter().copied().map(Warmth));
    for _ in 0..steps {
        world.run();
    }
    world.len()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_world_runs_without_the_standard_library() {
        assert_eq!(super::still_warm(&[1, 4, 5, 100], 2), 3);
    }
}
