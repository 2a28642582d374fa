//! The iterator of queries and joins: distinct entities of a source, with the item of each.
//!
//! It holds one run, a zip of slices, from which `next` takes an item. All other state is on the heap, so a loop keeps the run and one
//! address in registers. A group is a single run. Few entities that all columns hold in one order are a single run, too: their order is
//! compared before the first item. Optional values are looked up beside such a run. If there is none, if a component is indexed by entity,
//! or if nothing is required, items are looked up one by one, which allocates nothing either.
//!
//! ```text
//!               next()
//!                 |
//!     run  ---- a value ----> item                        most calls end here: one test, two or three loads
//!       |
//!      empty
//!       |
//!     found ---- a value at a position that was found    becomes a run of one, so that there is one path to an item: LLVM would merge
//!       |                                                two paths, at a test and three jumps per item
//!     advance ---- the next run, if there is one; else the positions of up to 32 values, found at once
//! ```
//!
//! `for_each`, `fold` and the adapters that are built on them (`sum`, `count`, `min_by_key`, `collect` in part) do not take this path: they
//! have a loop per kind of item, and need not test for a run at each item.

use alloc::boxed::Box;
use core::hint;
use core::ops::Range;

use super::direct::Direct;
use super::finder::whole;
use super::keep::Keep;
use super::later::AfterFirstRun;
use crate::fetch::{Places, Stretch};
use crate::sparse::Source;

/// Yields an item at each step of a source whose entity has everything required and passes the filter.
pub(crate) struct Matches<'w, F: Stretch, K> {
    run: F::Run<'w>,
    generations: &'w [u32],
    /// Items that were looked up but not yielded yet.
    found: Range<usize>,
    /// Boxed, so that the code that drops it is small enough to be inlined: a call would take the address of the iterator.
    later: Option<Box<AfterFirstRun<'w, F, K>>>,
    /// The whole iteration, if there are no runs. (Not even tested for fetches that can have several runs, so that the loop over a run
    /// stays small.)
    direct: Option<Direct<'w, F, K>>,
}

impl<'w, F: Stretch, K: Keep> Matches<'w, F, K> {
    /// Whether there can be runs.
    const RUNS: bool = F::SLICED && F::REQUIRED > 0;

    /// Whether all steps can be one run.
    const WHOLE: bool = F::WHOLE && F::REQUIRED > 0;

    /// An iterator without items.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        Self { run: F::empty(), generations: &[], found: 0..0, later: None, direct: None }
    }

    #[inline(always)]
    pub(crate) fn new(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        // A constant, so that rustc does not even visit the other function.
        let new = const { if Self::RUNS { Self::in_runs } else { Self::direct } };
        new(columns, source, keep)
    }

    /// Iterates over one run, or several.
    #[inline(always)]
    fn in_runs(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let generations = F::generations(&columns);
        // Tested with a reborrow first: the columns are still needed if one of them has no slice.
        if keep.keeps_all() && F::aligned(&columns).is_some() && F::slice(F::reborrow(&mut columns), source).is_some() {
            let run = F::slice(columns, source).map_or_else(F::empty, |slice| F::run_of(slice, source.steps()));
            return Self { run, generations, found: 0..0, later: None, direct: None };
        }
        let begin = const { if F::WRITES { AfterFirstRun::begin_writes } else { AfterFirstRun::begin_reads } };
        let (run, later) = begin(columns, source, keep);
        // If there is more, the compiler knows here that the run is empty: loops begin with the code that finds the first one.
        let run = if later.is_some() { F::empty() } else { run };
        Self { run, generations, found: 0..0, later, direct: None }
    }

    /// Iterates over one run, or looks up each item.
    #[inline(always)]
    fn direct(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let generations = F::generations(&columns);
        if const { Self::WHOLE }
            && (Self::is_aligned(&columns, &keep) || whole(F::places(&columns), source.indices(), &keep).is_some())
        {
            let run = F::whole(columns, source).unwrap_or_else(F::empty);
            return Self { run, generations, found: 0..0, later: None, direct: None };
        }
        Self {
            run: F::empty(),
            generations,
            found: 0..0,
            later: None,
            direct: Some(Direct::new(columns, source, keep)),
        }
    }

    /// Returns true if all required columns are aligned, none can be a part of a storage, and all entities are kept.
    #[inline(always)]
    fn is_aligned(columns: &F::Columns<'w>, keep: &K) -> bool {
        let places = F::places(columns);
        keep.keeps_all() && places.all_aligned() && const { !<F::Places<'_> as Places>::SPLIT }
    }

    /// The next item. The path after the run is marked as cold, so that the loop over the run is laid out first.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<F::Item<'w>> {
        if const { !Self::RUNS } {
            return match &mut self.direct {
                Some(direct) => direct.next(),
                None => self.run.next().map(|value| F::item(value, self.generations)),
            };
        }
        loop {
            if let Some(value) = self.run.next() {
                return Some(F::item(value, self.generations));
            }
            hint::cold_path();
            let later = self.later.as_deref_mut()?;
            if let Some(at) = self.found.next() {
                if let Some(value) = later.take(at) {
                    self.run = F::one(value);
                }
                continue;
            }
            (self.run, self.found) = later.advance();
            if self.run.len() == 0 && self.found.is_empty() {
                return None;
            }
        }
    }

    /// Folds the remaining items: runs, and items that were looked up. Both loops are in one function, so that the folded value stays in
    /// registers.
    #[inline]
    pub(crate) fn fold<T, Each>(self, folded: T, function: Each) -> T
    where
        Each: FnMut(T, F::Item<'w>) -> T,
    {
        let fold = const { if Self::RUNS { Self::fold_found::<T, Each> } else { Self::fold_direct::<T, Each> } };
        fold(self, folded, function)
    }

    #[inline(always)]
    fn fold_direct<T, Each: FnMut(T, F::Item<'w>) -> T>(self, folded: T, mut function: Each) -> T {
        let Self { run, generations, direct, .. } = self;
        match direct {
            Some(direct) => direct.fold(folded, function),
            None => run.fold(folded, |folded, value| function(folded, F::item(value, generations))),
        }
    }

    #[inline(always)]
    fn fold_found<T, Each: FnMut(T, F::Item<'w>) -> T>(self, mut folded: T, mut function: Each) -> T {
        let Self { mut run, generations, mut found, mut later, .. } = self;
        loop {
            folded = run.fold(folded, |folded, value| function(folded, F::item(value, generations)));
            let Some(later) = later.as_deref_mut() else { return folded };
            for at in found {
                if let Some(value) = later.take(at) {
                    folded = function(folded, F::item(value, generations));
                }
            }
            (run, found) = later.advance();
            if run.len() == 0 && found.is_empty() {
                return folded;
            }
        }
    }

    /// Skips `n` items, each run in **O(1)** time, and returns the next one.
    pub(crate) fn nth(&mut self, mut n: usize) -> Option<F::Item<'w>> {
        loop {
            let left = self.run.len();
            if n < left {
                return self.run.nth(n).map(|value| F::item(value, self.generations));
            }
            n -= left;
            self.run = F::empty();
            let item = self.next()?;
            if n == 0 {
                return Some(item);
            }
            n -= 1;
        }
    }

    /// Number of remaining items. Runs in **O(1)** time if the bounds are exact.
    pub(crate) fn count(self) -> usize {
        match self.size_hint() {
            (known, Some(most)) if known == most => known,
            _ => self.fold(0, |count, _| count + 1),
        }
    }

    /// The last item. Skips each run in **O(1)** time if the bounds are exact.
    pub(crate) fn last(mut self) -> Option<F::Item<'w>> {
        match self.size_hint() {
            (0, Some(0)) => None,
            (known, Some(most)) if known == most => self.nth(known - 1),
            _ => self.fold(None, |_, item| Some(item)),
        }
    }

    pub(crate) fn size_hint(&self) -> (usize, Option<usize>) {
        let run = self.run.len();
        let (least, most) = match (&self.direct, &self.later) {
            (Some(direct), _) => direct.bounds(),
            (None, Some(later)) => later.bounds(self.found.len()),
            (None, None) => (0, 0),
        };
        (run + least, Some(run + most))
    }
}
