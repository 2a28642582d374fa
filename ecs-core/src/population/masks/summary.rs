//! What is found out about the masks of many entities at once.

use super::Masks;
use crate::mask::BitMask;
use crate::sparse::Summary;

impl<M: BitMask> Masks<M> {
    /// The number of all masks, which those of no other state have; `None` if they are wide, and when it is asked for first after a change,
    /// so that a world in which one filter is asked for between two changes gives no numbers.
    #[inline]
    pub(crate) fn number(&self) -> Option<usize> {
        if const { Self::WIDE } || !self.narrow.is_asked_again() { None } else { self.narrow.number() }
    }

    /// The components that all of the entities in these slots have, and that some have, if masks are narrow. Runs in **O(slots)** time.
    pub(crate) fn summary(&self, indices: &[u32]) -> Summary {
        indices.iter().fold(Summary { all: u64::MAX, some: 0 }, |Summary { all, some }, index| {
            let own = self.get(*index as usize).map_or(0, M::folded);
            Summary { all: all & own, some: some | own }
        })
    }
}
