//! A world that is saved, hashed, compared and snapshotted without the standard library.

extern crate alloc;

use alloc::vec::Vec;

use ecs_world::prelude::*;
use ecs_world::{Delta, DeltaError, Replica};
use serde::{Deserialize, Serialize};

/// How warm something is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Warmth(pub i32);

/// The whole that something is part of.
#[derive(Debug, Clone, PartialEq, Relation, Serialize, Deserialize)]
pub struct PartOf(pub Entity);

/// Number of times that something cooled.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Cool {
    runs: u32,
}

#[system]
impl Cool {
    fn run(&mut self, warmth: &mut Warmth) {
        self.runs += 1;
        warmth.0 -= 1;
    }
}

ecs_world! {
    #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
    pub struct Kitchen;
    components: Warmth;
    relations: PartOf (tree, cascade);
    systems: Cool;
}

/// Saves a world.
///
/// # Errors
///
/// Fails if a command is pending that saves cannot contain.
pub fn save(kitchen: &Kitchen) -> Result<Vec<u8>, postcard::Error> {
    postcard::to_allocvec(kitchen)
}

/// Loads a world.
///
/// # Errors
///
/// Fails if the bytes are not a save of this world.
pub fn load(save: &[u8]) -> Result<Kitchen, postcard::Error> {
    postcard::from_bytes(save)
}

/// Returns the changes of one step, and undoes them in the world.
///
/// # Errors
///
/// Fails if a command is pending that saves cannot contain.
pub fn step(kitchen: &mut Kitchen) -> Result<Delta<Kitchen>, DeltaError> {
    let (before, base) = (kitchen.snapshot(), kitchen.clone());
    kitchen.run();
    let delta = kitchen.diff(&base);
    kitchen.restore(&before);
    delta
}

/// Number of entities of a client of such a world.
///
/// # Errors
///
/// Fails if a command is pending that saves cannot contain.
pub fn replicated(kitchen: &Kitchen) -> Result<usize, DeltaError> {
    let (mut client, mut replica) = (Kitchen::default(), Replica::new());
    replica.apply(&mut client, &kitchen.diff(replica.original())?)?;
    Ok(client.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_is_saved_and_compared_without_the_standard_library() {
        let mut kitchen = Kitchen::default();
        let pot = kitchen.spawn(Warmth(80));
        kitchen.spawn((Warmth(20), PartOf(pot)));
        let mut loaded = load(&save(&kitchen).expect("the world can be saved")).expect("the save is valid");
        assert_eq!(loaded.first_difference(&kitchen), None);
        let delta = step(&mut kitchen).expect("the world can be saved");
        assert_eq!(loaded.state_hash(), kitchen.state_hash(), "the world is as it was before the step");
        loaded.apply(&delta).expect("the world has the state from which the delta starts");
        assert_eq!(loaded.get::<Warmth>(pot), Some(&Warmth(79)));
        assert_eq!(replicated(&kitchen), Ok(2));
    }
}
