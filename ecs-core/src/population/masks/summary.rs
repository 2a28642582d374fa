//! What is found out about the masks of many entities at once.

use super::Masks;
use crate::mask::BitMask;
use crate::sparse::Summary;

impl<M: BitMask> Masks<M> {
    /// The components that all of the entities in these slots have, and that some have, if masks are narrow. Runs in **O(slots)** time.
    pub(crate) fn summary(&self, indices: &[u32]) -> Summary {
        indices.iter().fold(Summary { all: u64::MAX, some: 0 }, |Summary { all, some }, index| {
            let own = self.get(*index as usize).map_or(0, M::folded);
            Summary { all: all & own, some: some | own }
        })
    }
}
