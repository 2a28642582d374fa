//! The iterator of a `collect`: one run, or few items.
//!
//! `collect` calls `next` in two places, and this one is small enough to be inlined in both. What follows the run comes by calls, which get
//! an address on the heap, so the run stays in registers. These calls are short: all items are found by one fold, when the first of them is
//! requested. So there are few of them, and a collection that ends early finds few in vain. (Only what the items refer to is found:
//! functions of adapters are called as late as elsewhere.)

use alloc::boxed::Box;
use alloc::vec::{self, Vec};

use super::keep::Keep;
use super::matches::Matches;
use crate::adapters::{Compacting, Sealed};
use crate::fetch::Stretch;

/// Maximum number of items that are found before they are collected, unless they are one run.
const MOST: usize = 256;

/// Yields what a [`Matches`] of one run, or of few items, yields.
pub(crate) struct Compact<'w, F: Stretch, K> {
    run: F::Run<'w>,
    generations: &'w [u32],
    /// What follows the run.
    rest: Option<Box<Rest<'w, F, K>>>,
}

/// What follows a run.
struct Rest<'w, F: Stretch, K> {
    /// All that follows, until the first of it is requested.
    matches: Option<Matches<'w, F, K>>,
    /// All that follows, from then on.
    found: vec::IntoIter<F::Item<'w>>,
}

impl<'w, F: Stretch, K: Keep> Compact<'w, F, K> {
    /// Allocates unless the items are one run. Returns an iterator of more items unchanged.
    #[inline(always)]
    pub(crate) fn new(matches: Matches<'w, F, K>) -> Result<Self, Matches<'w, F, K>> {
        if matches.has_more() && matches.size_hint().1.is_none_or(|most| most > MOST) {
            return Err(matches);
        }
        let (run, generations, rest) = matches.split_run();
        let rest = rest.map(|matches| Box::new(Rest { matches: Some(matches), found: Vec::new().into_iter() }));
        Ok(Self { run, generations, rest })
    }
}

impl<'w, F: Stretch, K: Keep> Iterator for Compact<'w, F, K> {
    type Item = F::Item<'w>;

    #[inline(always)]
    fn next(&mut self) -> Option<F::Item<'w>> {
        if let Some(value) = self.run.next() {
            return Some(F::item(value, self.generations));
        }
        self.rest.as_deref_mut()?.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let run = self.run.len();
        match self.rest.as_deref() {
            Some(rest) => rest.bounds(run),
            None => (run, Some(run)),
        }
    }

    #[inline]
    fn fold<T, Each: FnMut(T, F::Item<'w>) -> T>(self, folded: T, mut function: Each) -> T {
        let Self { run, generations, rest } = self;
        let folded = Matches::<F, K>::fold_run(run, generations, folded, &mut function);
        let Some(rest) = rest else { return folded };
        match rest.matches {
            Some(matches) => matches.fold(folded, function),
            None => rest.found.fold(folded, function),
        }
    }
}

impl<'w, F: Stretch, K: Keep> Rest<'w, F, K> {
    /// The next item. Not inlined, see the head of the file.
    #[inline(never)]
    fn next(&mut self) -> Option<F::Item<'w>> {
        match self.found.next() {
            Some(item) => Some(item),
            None => self.find(),
        }
    }

    /// Finds all items, if they were not found yet, and returns the first one.
    #[cold]
    #[inline(never)]
    fn find(&mut self) -> Option<F::Item<'w>> {
        let mut matches = self.matches.take()?;
        let first = matches.next()?;
        let mut found = Vec::with_capacity(matches.size_hint().1.unwrap_or_default());
        matches.fold((), |(), item| found.push(item));
        self.found = found.into_iter();
        Some(first)
    }

    /// Bounds of the number of items, of which some are in a run. Not inlined: a `Vec` asks for them where it grows.
    #[inline(never)]
    fn bounds(&self, run: usize) -> (usize, Option<usize>) {
        let (least, most) = match &self.matches {
            Some(matches) => matches.size_hint(),
            None => self.found.size_hint(),
        };
        (least + run, most.map(|most| most + run))
    }
}

impl<F: Stretch, K> Sealed for Compact<'_, F, K> {}

impl<'w, F: Stretch, K: Keep> Compacting for Compact<'w, F, K> {
    fn compact(self) -> Result<impl Compacting<Item = F::Item<'w>>, Self> {
        Ok(self)
    }
}
