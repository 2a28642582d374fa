//! What is found out about the masks of many entities at once.

use super::Masks;
use crate::mask::BitMask;
use crate::sparse::Found;

impl<M: BitMask> Masks<M> {
    /// The number of all masks, which those of no other state have; `None` if they are wide, and when they are asked for it first after a
    /// change, so that a world that changes in each frame gives no numbers.
    #[inline]
    pub(crate) fn number(&self) -> Option<usize> {
        if const { Self::WIDE } || !self.narrow.was_asked_for() { None } else { self.narrow.number() }
    }

    /// The components that all of the entities in these slots have, and that some have, if masks are narrow. Runs in **O(slots)** time.
    pub(crate) fn found(&self, indices: &[u32]) -> Found {
        indices.iter().fold(Found { all: u64::MAX, some: 0 }, |Found { all, some }, index| {
            let own = self.get(*index as usize).map_or(0, M::folded);
            Found { all: all & own, some: some | own }
        })
    }
}
