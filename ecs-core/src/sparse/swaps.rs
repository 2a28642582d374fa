//! A record of the swaps that sort one index, which are then applied to the values of several storages.
//!
//! Sorting a group means applying the same permutation to several storages. One of them is sorted, which requires lookups and comparisons;
//! the others repeat its swaps, which requires neither. The limit bounds the memory, and lets `tidy` stop within its budget.
//!
//! ```text
//! entities 1 2 3 to the front, in this order          limit 1
//! index    3 1 2   (1, 0)   1 3 2   (2, 1)   1 2 3    3 1 2   (1, 0)   1 3 2   full: one entity is in position
//! values   c a b            a c b            a b c    c a b            a c b   and all storages are aligned again
//! ```

use alloc::vec::Vec;

/// Swaps of dense positions, in the order in which they were made, up to a limit.
#[derive(Debug, Clone, Default)]
pub struct Swaps {
    /// Each pair refers to positions after the preceding swaps.
    list: Vec<(u32, u32)>,
    /// The limit, which callers check before each swap.
    most: usize,
}

impl Swaps {
    /// Removes all swaps and sets the limit. Keeps the memory.
    pub(crate) fn begin(&mut self, most: usize) {
        self.list.clear();
        self.most = most;
    }

    /// Returns true if the limit is reached.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.most
    }

    /// Appends a swap of positions `a` and `b`. Amortised `O(1)`.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are no more positions than entities, which are below 2^32"
    )]
    pub(crate) fn push(&mut self, a: usize, b: usize) {
        self.list.push((a as u32, b as u32));
    }

    /// Returns the number of swaps.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the swaps, in the order in which they were made.
    pub(crate) fn as_slice(&self) -> &[(u32, u32)] {
        &self.list
    }
}
