//! Owns the swaps that bring entities to their places, so that several storages can follow one.

use alloc::vec::Vec;

/// Swaps of positions in the order in which they are made, up to a number.
#[derive(Debug, Clone, Default)]
pub struct Swaps {
    list: Vec<(u32, u32)>,
    most: usize,
}

impl Swaps {
    /// Removes all swaps, and makes room for this many.
    pub(crate) fn begin(&mut self, most: usize) {
        self.list.clear();
        self.most = most;
    }

    /// Returns true if there is no room for a further swap.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.most
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn push(&mut self, a: usize, b: usize) {
        self.list.push((a as u32, b as u32));
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The swaps, in their order.
    pub(crate) fn as_slice(&self) -> &[(u32, u32)] {
        &self.list
    }
}
