//! Items that were fetched ahead: a tight loop fetches many, and `next` takes one.
//!
//! They are on the heap, so that `next` passes on their address and keeps the rest of the iterator in registers. (If items were fetched
//! one by one in the loop of the user, each would load all tables again, since LLVM cannot know that the user does not write to them.)

use alloc::boxed::Box;

use super::behind::Behind;
use super::keep::{Keep, TESTED};
use crate::fetch::Stretch;
use crate::source::Source;

/// Maximum number of items that are fetched ahead.
const AHEAD: usize = 32;

/// Number of items that are fetched first. It doubles each time, so that a loop that ends early fetches few items in vain.
const FIRST: usize = 4;

/// Items that were fetched ahead, and the rest of the iteration.
pub(super) struct Ahead<'w, F: Stretch, K> {
    /// As many as are tested for a filter at once.
    items: [Option<F::Item<'w>>; TESTED],
    /// The items from `next` to `end` are not taken yet.
    next: usize,
    end: usize,
    behind: Behind<'w, F, K>,
}

impl<'w, F: Stretch, K: Keep> Ahead<'w, F, K> {
    #[inline(never)]
    pub(super) fn held(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Held<Self> {
        let behind = Behind::new(columns, source, keep);
        Held(Some(Box::new(Self { items: [const { None }; TESTED], next: 0, end: 0, behind })))
    }

    /// The next item, if it was fetched ahead, or is only read and so looked up at once.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<F::Item<'w>> {
        if let Some(place) = self.items.get_mut(self.next)
            && let Some(item) = place.take()
        {
            self.next += 1;
            return Some(item);
        }
        if F::WRITES { None } else { self.behind.scattered() }
    }

    /// The next run; or, if that is empty, the next item.
    #[cold]
    #[inline(never)]
    pub(super) fn advance(&mut self) -> (F::Run<'w>, Option<F::Item<'w>>) {
        let run = if self.behind.keeps_all() { self.behind.run() } else { F::empty() };
        if run.len() > 0 {
            return (run, None);
        }
        // Where there is a filter, a block is as large as the room.
        let room = if self.behind.keeps_all() { (2 * self.end).clamp(FIRST, AHEAD) } else { AHEAD };
        self.end = self.behind.fill(&mut self.items[..room]);
        self.next = self.end.min(1);
        let item = self.items[0].take();
        (run, if F::WRITES { item } else { item.or_else(|| self.behind.scattered()) })
    }

    /// Lower and upper bound of the number of items.
    pub(super) fn bounds(&self) -> (usize, usize) {
        let (least, most) = self.behind.bounds();
        let fetched = self.end - self.next;
        (fetched + least, fetched + most)
    }

    /// The items that were fetched ahead and not taken yet.
    #[inline(always)]
    pub(super) fn fetched(&mut self) -> &mut [Option<F::Item<'w>>] {
        self.items.get_mut(self.next..self.end).unwrap_or_default()
    }

    /// The next run, or items [fetched](Self::fetched) from runs. Returns false if there are no more runs. Items that were fetched before
    /// must have been taken.
    #[cold]
    #[inline(never)]
    pub(super) fn refill(&mut self) -> (F::Run<'w>, bool) {
        (self.next, self.end) = (0, 0);
        let run = if self.behind.keeps_all() { self.behind.run() } else { self.behind.kept_run() };
        if run.len() == 0 {
            self.end = self.behind.fill_from_runs(&mut self.items);
        }
        let more = run.len() > 0 || self.end > 0;
        (run, more)
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
