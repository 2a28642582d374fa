//! Owns items that were fetched ahead: a tight loop fetches many, and `next` takes one.
//!
//! They are on the heap, so that `next` passes on their address and keeps all else of the iterator in registers. (Fetched one by
//! one in the loop of the user, each item would load everything that it is found by again, since LLVM cannot know that the
//! user does not write there.)

use alloc::boxed::Box;

use super::behind::Behind;
use super::keep::Keep;
use crate::{Source, Stretch};

/// Number of items that are fetched ahead at most.
const AHEAD: usize = 32;

/// Number of items that are fetched first. Each time it is twice as many, so that a loop that ends early fetches few in vain.
const FIRST: usize = 4;

/// Items that were fetched ahead, and what is behind them.
pub(super) struct Ahead<'w, F: Stretch, K> {
    items: [Option<F::Item<'w>>; AHEAD],
    /// Those from this place on to that one are still to be taken.
    next: usize,
    end: usize,
    behind: Behind<'w, F, K>,
}

impl<'w, F: Stretch, K: Keep> Ahead<'w, F, K> {
    #[inline(never)]
    pub(super) fn held(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Held<Self> {
        let behind = Behind::new(columns, source, keep);
        Held(Some(Box::new(Self { items: [const { None }; AHEAD], next: 0, end: 0, behind })))
    }

    /// The next item, if it was fetched or can be looked up.
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

    /// What comes next: a run; or, where it is empty, an item.
    #[cold]
    #[inline(never)]
    pub(super) fn advance(&mut self) -> (F::Run<'w>, Option<F::Item<'w>>) {
        let run = if self.behind.keeps_all() { self.behind.run() } else { F::empty() };
        if run.len() > 0 {
            return (run, None);
        }
        let room = (2 * self.end).clamp(FIRST, AHEAD);
        self.end = self.behind.fill(&mut self.items[..room]);
        self.next = self.end.min(1);
        let item = self.items[0].take();
        (run, if F::WRITES { item } else { item.or_else(|| self.behind.scattered()) })
    }

    /// How many items there are at least and at most.
    pub(super) fn bounds(&self) -> (usize, usize) {
        let (least, most) = self.behind.bounds();
        let fetched = self.end - self.next;
        (fetched + least, fetched + most)
    }

    /// Folds what was fetched, and what is behind it. Out of line, as are the loops of systems.
    #[inline(never)]
    pub(super) fn fold<T>(self: Box<Self>, mut folded: T, mut function: impl FnMut(T, F::Item<'w>) -> T) -> T {
        let Self { mut items, next, end, behind } = *self;
        for item in items.get_mut(next..end).unwrap_or_default() {
            if let Some(item) = item.take() {
                folded = function(folded, item);
            }
        }
        behind.fold(folded, function)
    }
}

/// Something on the heap, or nothing. (It has no `Drop` of its own: an iterator must not borrow the world until the end of its
/// scope.)
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
