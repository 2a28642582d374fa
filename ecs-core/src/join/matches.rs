//! The iterator of queries and joins: distinct entities of a source, with the item of each.
//!
//! It holds one run, a zip of slices, from which `next` takes an item. Everything else is rare, and on the heap: so a loop keeps the
//! run in registers, and of the rest only an address. A group is one run, and nothing else. If there can be no runs, items are looked up
//! one by one, and nothing is allocated. Neither if there are few entities, which all columns hold in one order: these are compared before
//! the first item, and are one run, too.
//!
//! ```text
//!               next()
//!                 |
//!     run  ---- a value ----> item                        most calls end here: one test, two or three loads
//!       |
//!      empty
//!       |
//!     ahead ---- an item that was fetched before
//!       |
//!     advance ---- the next run, if there is one; else up to 32 scattered items at once
//! ```
//!
//! `for_each`, `fold` and all adapters that are built on them (`sum`, `count`, `min_by_key`, `collect` in part) leave this path: they have a
//! loop per kind of item, and no test whether there is a run.

use core::hint;
use core::ops::Range;

use super::ahead::{Ahead, Held};
use super::direct::Direct;
use super::keep::Keep;
use crate::fetch::Stretch;
use crate::source::Source;

/// Yields an item at each step of a source whose entity has everything required and passes the filter.
pub(crate) struct Matches<'w, F: Stretch, K> {
    run: F::Run<'w>,
    generations: &'w [u32],
    /// Which of the items that were fetched ahead are not taken yet.
    fetched: Range<usize>,
    /// The iteration after the run.
    ahead: Held<Ahead<'w, F, K>>,
    /// The whole iteration, if there can be no runs. (Otherwise not even tested, so that the loop over the run stays small.)
    direct: Option<Direct<'w, F, K>>,
}

impl<'w, F: Stretch, K: Keep> Matches<'w, F, K> {
    /// Whether there can be runs.
    const RUNS: bool = F::SLICED && F::REQUIRED > 0;

    #[inline(always)]
    pub(crate) fn new(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let generations = F::generations(&columns);
        if Self::RUNS
            && keep.keeps_all()
            && F::aligned(&columns).is_some()
            && F::slice(F::reborrow(&mut columns), source).is_some()
        {
            let run = F::slice(columns, source).map_or_else(F::empty, |slice| F::run(slice, source.steps()));
            return Self { run, generations, fetched: 0..0, ahead: Held::NOTHING, direct: None };
        }
        if const { !Self::RUNS } {
            let direct = Some(Direct::new(columns, source, keep));
            return Self { run: F::empty(), generations, fetched: 0..0, ahead: Held::NOTHING, direct };
        }
        // Queries that find nothing allocate nothing.
        let is_empty = source.upper_bound() == 0;
        let (run, ahead) = if is_empty { (F::empty(), Held::NOTHING) } else { Ahead::begin(columns, source, keep) };
        Self { run, generations, fetched: 0..0, ahead, direct: None }
    }

    /// The next item. The path after the run is marked as cold, so that the loop over the run is laid out first.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<F::Item<'w>> {
        if const { !Self::RUNS } {
            return self.direct.as_mut()?.next();
        }
        loop {
            if let Some(value) = self.run.next() {
                return Some(F::item(value, self.generations));
            }
            hint::cold_path();
            let ahead = self.ahead.get_mut()?;
            if let Some(at) = self.fetched.next()
                && let Some(item) = ahead.take(at)
            {
                return Some(item);
            }
            if let Some(item) = ahead.scattered() {
                return Some(item);
            }
            let item;
            (self.run, self.fetched, item) = ahead.advance();
            if item.is_some() || self.run.len() == 0 {
                return item;
            }
        }
    }

    /// Folds the remaining items: runs, items that were fetched ahead, and what is scattered. All are loops of this function, so that what
    /// is folded into stays in registers.
    #[inline]
    pub(crate) fn fold<T, Each>(self, folded: T, mut function: Each) -> T
    where
        Each: FnMut(T, F::Item<'w>) -> T,
    {
        let Self { mut run, generations, mut fetched, mut ahead, direct } = self;
        if const { !Self::RUNS } {
            return match direct {
                Some(direct) => direct.fold(folded, function),
                None => folded,
            };
        }
        let mut folded = folded;
        loop {
            folded = run.fold(folded, |folded, value| function(folded, F::item(value, generations)));
            let Some(ahead) = ahead.get_mut() else { return folded };
            for item in ahead.fetched(fetched) {
                if let Some(item) = item.take() {
                    folded = function(folded, item);
                }
            }
            let more;
            (run, fetched, more) = ahead.refill();
            if !more {
                break;
            }
        }
        match ahead.into_inner() {
            Some(ahead) => ahead.fold_scattered(folded, function),
            None => folded,
        }
    }

    /// Skips items; each run in **O(1)** time.
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

    /// Number of remaining items; in **O(1)** time if the bounds are exact.
    pub(crate) fn count(self) -> usize {
        match self.size_hint() {
            (known, Some(most)) if known == most => known,
            _ => self.fold(0, |count, _| count + 1),
        }
    }

    pub(crate) fn size_hint(&self) -> (usize, Option<usize>) {
        let fetched = self.run.len() + self.fetched.len();
        let (least, most) = match (&self.direct, self.ahead.get()) {
            (Some(direct), _) => direct.bounds(),
            (None, ahead) => ahead.map_or((0, 0), Ahead::bounds),
        };
        (fetched + least, Some(fetched + most))
    }
}
