//! An entity that an iterator looked up in advance, to take its values: one of those whose positions were found at once (`places.rs`).

use super::KEPT;

/// An entity whose positions were found: its number among those found at once, its step, and its index.
#[derive(Debug, Clone, Copy)]
pub struct LookedUp<'w> {
    pub(crate) at: usize,
    pub(crate) step: usize,
    pub(crate) index: &'w u32,
}

impl LookedUp<'_> {
    /// The position of its value in a column.
    #[inline(always)]
    pub(super) fn position(self, few: &[u32; KEPT]) -> usize {
        few[self.at % KEPT] as usize
    }
}
