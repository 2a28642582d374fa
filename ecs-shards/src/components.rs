//! The components that each world of a sharded simulation declares.

use serde::{Deserialize, Serialize};

/// The identity of an entity across all regions. Each id has one owner; handles change when an entity moves.
///
/// The program assigns ids, each once. Entities without an id do not move, and other regions do not see them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GlobalId(pub u64);

impl GlobalId {
    /// Returns the id of the `number`th entity that a region creates. Ids of different regions differ as long as each region counts its own
    /// entities, below 2^40, and there are at most 2^24 regions.
    #[must_use]
    pub const fn of(region: u32, number: u64) -> Self {
        Self((region as u64) << 40 | (number & ((1 << 40) - 1)))
    }
}

/// Marks a *ghost*: a copy of what another region shows of an entity that it owns. Systems that change entities exclude ghosts by
/// `without(Ghost)`; changes to a ghost are overwritten or lost. If a system despawns a ghost, or removes `Ghost` from it, it is spawned
/// again when what is seen of its entity changes. Ghosts must not be cloned, and must keep their [`GlobalId`]: which of two ghosts with the
/// same id is updated can depend on the number of workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ghost;
