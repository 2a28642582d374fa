//! Items that were fetched ahead, if some of their values are written: a tight loop fetches many, and `next` takes one.
//!
//! They are on the heap, so that `next` passes on their address and keeps the rest of the iterator in registers. (If items were fetched
//! one by one in the loop of the user, each would load all tables again, since LLVM cannot know that the user does not write to them.)
//!
//! Without a filter, 60 scattered items are fetched as 4, 8, 16 and 32: a loop that ends at its first item fetched 3 in vain.

use alloc::boxed::Box;
use core::ops::Range;

use super::behind::Behind;
use super::keep::{Keep, TESTED};
use super::matches::Later;
use super::{AT_ONCE, FIRST};
use crate::fetch::{Stretch, ValueOf};
use crate::source::Source;

/// Maximum number of items that are fetched ahead.
const AHEAD: usize = 32;

/// Items that were fetched ahead, and the rest of the iteration.
pub(super) struct Ahead<'w, F: Stretch, K> {
    /// As many as are tested for a filter at once.
    items: [Option<ValueOf<'w, F>>; TESTED],
    /// Number of items that were fetched the last time.
    filled: usize,
    behind: Behind<'w, F, K>,
}

impl<'w, F: Stretch, K: Keep> Ahead<'w, F, K> {
    /// All items as one run, if they are few, are kept, and are in one order in all columns: then nothing is allocated. Otherwise an empty
    /// run, and what iterates.
    #[inline(never)]
    pub(super) fn begin(
        mut columns: F::Columns<'w>,
        source: Source<'w>,
        keep: K,
    ) -> (F::Run<'w>, Option<Box<Later<'w, F, K>>>) {
        if let Some(indices) = source.indices()
            && indices.len() <= AT_ONCE
            && F::together(&F::cut(F::reborrow(&mut columns)), 0, indices) == indices.len()
            && keep.keeps_each(indices)
            // Tested with a reborrow first: the columns are still needed if one of them cannot be cut there.
            && F::take(&mut F::cut(F::reborrow(&mut columns)), 0, indices).is_some()
        {
            return (F::take(&mut F::cut(columns), 0, indices).unwrap_or_else(F::empty), None);
        }
        let behind = Behind::new(columns, source, keep);
        (F::empty(), Some(Box::new(Later::Ahead(Self { items: [const { None }; TESTED], filled: 0, behind }))))
    }

    /// Takes an item that was fetched ahead; `next` of the iterator counts them, in a register.
    #[inline(always)]
    pub(super) fn take(&mut self, at: usize) -> Option<ValueOf<'w, F>> {
        self.items[at % TESTED].take()
    }

    /// The next run; or, if that is empty, where the next items can be taken.
    #[cold]
    #[inline(never)]
    pub(super) fn advance(&mut self) -> (F::Run<'w>, Range<usize>) {
        let run = if self.behind.keeps_all() { self.behind.run() } else { F::empty() };
        if run.len() > 0 {
            return (run, 0..0);
        }
        // Where there is a filter, a block is as large as the room.
        let room = if self.behind.keeps_all() { (2 * self.filled).clamp(FIRST, AHEAD) } else { AHEAD };
        self.filled = self.behind.fill(&mut self.items[..room]);
        (run, 0..self.filled)
    }

    /// Lower and upper bound of the number of items that are not fetched yet.
    pub(super) fn bounds(&self) -> (usize, usize) {
        self.behind.bounds()
    }

    /// Items that were fetched ahead.
    #[inline(always)]
    pub(super) fn fetched(&mut self, range: Range<usize>) -> &mut [Option<ValueOf<'w, F>>] {
        self.items.get_mut(range).unwrap_or_default()
    }

    /// The next run, or items that were fetched from runs. Returns false if there are no more runs. Items that were fetched before must
    /// have been taken.
    #[cold]
    #[inline(never)]
    pub(super) fn refill(&mut self) -> (F::Run<'w>, Range<usize>, bool) {
        let run = if self.behind.keeps_all() { self.behind.run() } else { self.behind.kept_run() };
        let filled = if run.len() > 0 { 0 } else { self.behind.fill_from_runs(&mut self.items) };
        let more = run.len() > 0 || filled > 0;
        (run, 0..filled, more)
    }

    /// Folds what is scattered, after all runs. (Out of line, `min_by_key` and the like take five times as long: what they fold into
    /// would be kept in memory.)
    #[inline(always)]
    pub(super) fn fold_scattered<T>(self, folded: T, function: impl FnMut(T, ValueOf<'w, F>) -> T) -> T {
        let Self { behind, .. } = self;
        behind.fold_scattered(folded, function)
    }
}
