//! Summaries of the masks of many entities.

use super::Masks;
use crate::mask::BitMask;
use crate::sparse::Summary;

impl<M: BitMask> Masks<M> {
    /// Returns the components that all entities in these slots have, and those that at least one has. For narrow masks only. Runs in
    /// **O(slots)** time.
    pub(crate) fn summary(&self, indices: &[u32]) -> Summary {
        indices.iter().fold(Summary { all: u64::MAX, some: 0 }, |Summary { all, some }, index| {
            let own = self.get(*index as usize).map_or(0, M::folded);
            Summary { all: all & own, some: some | own }
        })
    }
}
