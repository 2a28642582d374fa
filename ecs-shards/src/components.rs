//! The components that each world of a sharded simulation declares.

use serde::{Deserialize, Serialize};

/// What identifies an entity in all regions: each id has one owner, while handles change as an entity moves.
///
/// The program assigns ids, each once. Entities without one do not move and are not seen by other regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GlobalId(pub u64);

impl GlobalId {
    /// Returns the id of the entity that a region creates as its `number`th: no two regions have one in common as long as each counts for
    /// itself, below 2^40, and there are at most 2^24 of them.
    #[must_use]
    pub const fn of(region: u32, number: u64) -> Self {
        Self((region as u64) << 40 | (number & ((1 << 40) - 1)))
    }
}

/// Marks a *ghost*: a copy of what another region shows of an entity that it owns. Systems that change entities exclude ghosts by
/// `without(Ghost)`; what they would change is overwritten or lost. A ghost that a system despawns, or removes `Ghost` from, is spawned again when
/// what is seen of its entity changes. Ghosts must not be cloned, and keep their [`GlobalId`]: which of two ghosts of an id is updated can depend
/// on the number of workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ghost;
