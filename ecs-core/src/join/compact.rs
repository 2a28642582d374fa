//! The iterator of `collect`, `min_by_key` and `max_by_key` over one run.
//!
//! `collect` calls `next` in two places, and `size_hint` where a `Vec` grows. The `size_hint` of other iterators is a function that gets
//! their address, so LLVM keeps them in memory. This one is small enough to be inlined as a whole, so the run stays in registers.

use super::keep::Keep;
use super::matches::Matches;
use crate::adapters::{Compacting, Sealed};
use crate::fetch::Stretch;

/// Yields the items of a run.
pub(crate) struct Compact<'w, F: Stretch> {
    run: F::Run<'w>,
    generations: &'w [u32],
}

impl<'w, F: Stretch> Compact<'w, F> {
    /// Returns an iterator unchanged if its items are not one run.
    #[inline(always)]
    pub(crate) fn new<K: Keep>(matches: Matches<'w, F, K>) -> Result<Self, Matches<'w, F, K>> {
        let (run, generations) = matches.into_run()?;
        Ok(Self { run, generations })
    }
}

impl<'w, F: Stretch> Iterator for Compact<'w, F> {
    type Item = F::Item<'w>;

    #[inline(always)]
    fn next(&mut self) -> Option<F::Item<'w>> {
        self.run.next().map(|value| F::item(value, self.generations))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.run.len(), Some(self.run.len()))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<F::Item<'w>> {
        self.run.nth(n).map(|value| F::item(value, self.generations))
    }

    #[inline]
    fn count(self) -> usize {
        self.run.len()
    }

    #[inline]
    fn last(mut self) -> Option<F::Item<'w>> {
        self.nth(self.run.len().checked_sub(1)?)
    }

    /// In a loop: `fold` of a zip counts from the next item on, and adds to each number how many were taken before. `min_by_key` takes one,
    /// and its loop would need one more register.
    #[inline]
    fn fold<T, Each: FnMut(T, F::Item<'w>) -> T>(self, mut folded: T, mut function: Each) -> T {
        for value in self.run {
            folded = function(folded, F::item(value, self.generations));
        }
        folded
    }
}

impl<F: Stretch> Sealed for Compact<'_, F> {}

impl<'w, F: Stretch> Compacting for Compact<'w, F> {
    fn compact(self) -> Result<impl Compacting<Item = F::Item<'w>>, Self> {
        Ok(self)
    }
}
