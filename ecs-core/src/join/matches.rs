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
//! If nothing is written, `reads` takes the place of `ahead`: the next run, or the positions of up to 128 items, which are read one by one.
//!
//! `for_each`, `fold` and all adapters that are built on them (`sum`, `count`, `min_by_key`, `collect` in part) leave this path: they have a
//! loop per kind of item, and no test whether there is a run.

use alloc::boxed::Box;
use core::ops::Range;
use core::{hint, mem};

use super::ahead::{Ahead, Held};
use super::direct::Direct;
use super::keep::Keep;
use super::reads::{Begun, Finder, Found, begin};
use crate::fetch::{FOUND, Fetch, Stretch};
use crate::source::Source;

/// The columns of an iterator that only reads, and what finds its next items. (On the heap, as all that is passed to functions: the address
/// of a part of the iterator would keep all of it in memory.)
type Reads<'w, F, K> = (<F as Fetch>::Columns<'w>, Box<Finder<'w, <F as Fetch>::Places<'w>, K>>);

/// Yields an item at each step of a source whose entity has everything required and passes the filter.
pub(crate) struct Matches<'w, F: Stretch, K> {
    run: F::Run<'w>,
    generations: &'w [u32],
    /// Which of the items that were fetched ahead are not taken yet.
    fetched: Range<usize>,
    /// The iteration after the run.
    ahead: Held<Ahead<'w, F, K>>,
    /// The iteration after the run, if nothing is written: the columns, and where the next items are.
    reads: Option<Box<Reads<'w, F, K>>>,
    /// The whole iteration, if there can be no runs. (Otherwise not even tested, so that the loop over the run stays small.)
    direct: Option<Direct<'w, F, K>>,
}

impl<'w, F: Stretch, K: Keep> Matches<'w, F, K> {
    /// Whether there can be runs.
    const RUNS: bool = F::SLICED && F::REQUIRED > 0;

    /// Whether there can be runs, and shared references are copied from them.
    const READS: bool = Self::RUNS && !F::WRITES;

    /// An iterator without items.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        Self { run: F::empty(), generations: &[], fetched: 0..0, ahead: Held::NOTHING, reads: None, direct: None }
    }

    #[inline(always)]
    pub(crate) fn new(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let generations = F::generations(&columns);
        let nothing = Self { generations, ..Self::nothing() };
        if const { Self::READS } {
            return match begin(F::places(&columns), source, keep) {
                Begun::Whole(whole) => {
                    let run = if whole.is_empty() { None } else { F::read_run(&columns, 0, whole) };
                    Self { run: run.unwrap_or_else(F::empty), ..nothing }
                }
                Begun::Finder(finder) => Self { reads: Some(Box::new((columns, finder))), ..nothing },
            };
        }
        if Self::RUNS
            && keep.keeps_all()
            && F::aligned(&columns).is_some()
            && F::slice(F::reborrow(&mut columns), source).is_some()
        {
            let run = F::slice(columns, source).map_or_else(F::empty, |slice| F::run(slice, source.steps()));
            return Self { run, ..nothing };
        }
        if const { !Self::RUNS } {
            return Self { direct: Some(Direct::new(columns, source, keep)), ..nothing };
        }
        if source.upper_bound() == 0 {
            return nothing;
        }
        let (run, ahead) = Ahead::begin(columns, source, keep);
        Self { run, ahead, ..nothing }
    }

    /// The next run, or, if that is empty, which items were looked up next; none at the end.
    #[cold]
    #[inline(never)]
    fn read_on((columns, finder): &mut Reads<'w, F, K>) -> (F::Run<'w>, Range<usize>) {
        loop {
            match finder.next() {
                Found::Run(first, indices) => match F::read_run(columns, first, indices) {
                    Some(run) => return (run, 0..0),
                    None => finder.refuse(indices.len()),
                },
                Found::Apart(len) => return (F::empty(), 0..len),
                Found::End => return (F::empty(), 0..0),
            }
        }
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
            if const { Self::READS } {
                let reads = self.reads.as_deref_mut()?;
                if let Some(at) = self.fetched.next() {
                    let (columns, finder) = reads;
                    if let Some(item) = F::read_at(columns, &finder.room, at, finder.picked[at % FOUND]) {
                        return Some(item);
                    }
                    continue;
                }
                (self.run, self.fetched) = Self::read_on(reads);
                if self.run.len() == 0 && self.fetched.is_empty() {
                    return None;
                }
                continue;
            }
            let ahead = self.ahead.get_mut()?;
            if let Some(at) = self.fetched.next()
                && let Some(item) = ahead.take(at)
            {
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
        let Self { mut run, generations, mut fetched, mut ahead, reads, direct } = self;
        if const { !Self::RUNS } {
            return match direct {
                Some(direct) => direct.fold(folded, function),
                None => folded,
            };
        }
        let mut folded = folded;
        if const { Self::READS } {
            // Nothing is in them: without code that drops them, also if the function panics.
            mem::forget((ahead, direct));
            let mut reads = reads;
            loop {
                for value in run {
                    folded = function(folded, F::item(value, generations));
                }
                let Some(reads) = reads.as_deref_mut() else { return folded };
                let (columns, finder) = &mut *reads;
                for at in fetched {
                    if let Some(item) = F::read_at(columns, &finder.room, at, finder.picked[at % FOUND]) {
                        folded = function(folded, item);
                    }
                }
                (run, fetched) = Self::read_on(reads);
                if run.len() == 0 && fetched.is_empty() {
                    return folded;
                }
            }
        }
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
        if let Some((_, finder)) = self.reads.as_deref() {
            // An entity that was looked up may lack what is required.
            let (least, most) = finder.bounds(self.fetched.len(), F::REQUIRED <= 1);
            return (self.run.len() + least, Some(self.run.len() + most));
        }
        let fetched = self.run.len() + self.fetched.len();
        let (least, most) = match (&self.direct, self.ahead.get()) {
            (Some(direct), _) => direct.bounds(),
            (None, ahead) => ahead.map_or((0, 0), Ahead::bounds),
        };
        (fetched + least, Some(fetched + most))
    }
}
