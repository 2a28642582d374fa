//! Items that were fetched ahead, if some of their values are written: a tight loop fetches many, and `next` takes one.
//!
//! They are on the heap, so that `next` passes on their address and keeps the rest of the iterator in registers. (If items were fetched
//! one by one in the loop of the user, each would load all tables again, since LLVM cannot know that the user does not write to them.)

use alloc::boxed::Box;
use core::ops::Range;

use super::behind::Behind;
use super::keep::{Keep, TESTED};
use super::{AT_ONCE, FIRST};
use crate::fetch::Stretch;
use crate::source::Source;

/// Maximum number of items that are fetched ahead.
const AHEAD: usize = 32;

/// Items that were fetched ahead, and the rest of the iteration.
pub(super) struct Ahead<'w, F: Stretch, K> {
    /// As many as are tested for a filter at once.
    items: [Option<F::Item<'w>>; TESTED],
    /// Number of items that were fetched the last time.
    filled: usize,
    behind: Behind<'w, F, K>,
}

impl<'w, F: Stretch, K: Keep> Ahead<'w, F, K> {
    /// All items as one run, if they are few, are kept, and are in one order in all columns: then nothing is allocated. Otherwise an empty
    /// run, and what iterates.
    #[inline(never)]
    pub(super) fn begin(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> (F::Run<'w>, Held<Self>) {
        if let Some(indices) = source.indices()
            && indices.len() <= AT_ONCE
            && F::together(&F::cut(F::reborrow(&mut columns)), 0, indices) == indices.len()
            && keep.keeps_each(indices)
            // Tested with a reborrow first: the columns are still needed if one of them cannot be cut there.
            && F::take(&mut F::cut(F::reborrow(&mut columns)), 0, indices).is_some()
        {
            return (F::take(&mut F::cut(columns), 0, indices).unwrap_or_else(F::empty), Held::NOTHING);
        }
        let behind = Behind::new(columns, source, keep);
        (F::empty(), Held(Some(Box::new(Self { items: [const { None }; TESTED], filled: 0, behind }))))
    }

    /// Takes an item that was fetched ahead; `next` of the iterator counts them, in a register.
    #[inline(always)]
    pub(super) fn take(&mut self, at: usize) -> Option<F::Item<'w>> {
        self.items[at % TESTED].take()
    }

    /// The next run; or, if that is empty, the next item, and where those behind it can be taken.
    #[cold]
    #[inline(never)]
    pub(super) fn advance(&mut self) -> (F::Run<'w>, Range<usize>, Option<F::Item<'w>>) {
        let run = if self.behind.keeps_all() { self.behind.run() } else { F::empty() };
        if run.len() > 0 {
            return (run, 0..0, None);
        }
        // Where there is a filter, a block is as large as the room.
        let room = if self.behind.keeps_all() { (2 * self.filled).clamp(FIRST, AHEAD) } else { AHEAD };
        self.filled = self.behind.fill(&mut self.items[..room]);
        let item = self.items[0].take();
        (run, 1..self.filled.max(1), item)
    }

    /// Lower and upper bound of the number of items that are not fetched yet.
    pub(super) fn bounds(&self) -> (usize, usize) {
        self.behind.bounds()
    }

    /// Items that were fetched ahead.
    #[inline(always)]
    pub(super) fn fetched(&mut self, range: Range<usize>) -> &mut [Option<F::Item<'w>>] {
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
    #[expect(clippy::boxed_local, reason = "by value, all that was fetched ahead would be copied for the call")]
    pub(super) fn fold_scattered<T>(self: Box<Self>, folded: T, function: impl FnMut(T, F::Item<'w>) -> T) -> T {
        let Self { behind, .. } = *self;
        behind.fold_scattered(folded, function)
    }
}

/// A value on the heap, or none. (It has no `Drop` of its own: an iterator must not borrow the world until the end of its scope.)
pub(super) struct Held<T>(Option<Box<T>>);

impl<T> Held<T> {
    pub(super) const NOTHING: Self = Self(None);

    #[inline(always)]
    pub(super) fn get(&self) -> Option<&T> {
        self.0.as_deref()
    }

    #[inline(always)]
    pub(super) fn get_mut(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }

    #[inline(always)]
    pub(super) fn into_inner(self) -> Option<Box<T>> {
        self.0
    }
}
