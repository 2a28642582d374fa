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
//!     ahead ---- a value that was fetched before         becomes a run of one, so that there is one way to an item: were there two, LLVM
//!       |                                                would join them, with a test and three jumps per item
//!     advance ---- the next run, if there is one; else up to 32 scattered values at once
//! ```
//!
//! If nothing is written, the `Finder` takes the place of `ahead`: the next run, or the positions of up to 128 values, which are read one by
//! one.
//!
//! `for_each`, `fold` and all adapters that are built on them (`sum`, `count`, `min_by_key`, `collect` in part) leave this path: they have a
//! loop per kind of item, and no test whether there is a run.

use alloc::boxed::Box;
use core::hint;
use core::ops::Range;

use super::ahead::Ahead;
use super::direct::Direct;
use super::keep::Keep;
use super::reads::{Finder, Found, whole};
use crate::fetch::{Fetch, Stretch};
use crate::source::Source;

/// The columns of an iterator that only reads, and what finds its next items. (On the heap, as all that is passed to functions: the address
/// of a part of the iterator would keep all of it in memory.)
type Reads<'w, F, K> = (<F as Fetch>::Columns<'w>, Finder<'w, <F as Fetch>::Places<'w>, K>);

/// The iteration after the run. (Which variant it is depends on the type of the fetch alone.)
#[expect(clippy::large_enum_variant, reason = "it is in a box, and one more would be followed for each item")]
pub(super) enum Later<'w, F: Stretch, K> {
    /// If something is written.
    Ahead(Ahead<'w, F, K>),
    /// If nothing is: the columns, and where the next items are.
    Reads(Reads<'w, F, K>),
}

/// Yields an item at each step of a source whose entity has everything required and passes the filter.
pub(crate) struct Matches<'w, F: Stretch, K> {
    run: F::Run<'w>,
    generations: &'w [u32],
    /// Which of the items that were fetched ahead are not taken yet.
    fetched: Range<usize>,
    /// One box of either, so that little code drops it: what is not inlined takes the address of the iterator.
    later: Option<Box<Later<'w, F, K>>>,
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
        Self { run: F::empty(), generations: &[], fetched: 0..0, later: None, direct: None }
    }

    #[inline(always)]
    pub(crate) fn new(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        // A constant, so that rustc does not even visit the other ways to iterate.
        let new = const {
            if Self::READS {
                Self::reading
            } else if Self::RUNS {
                Self::running
            } else {
                Self::direct
            }
        };
        new(columns, source, keep)
    }

    /// Iterates what is only read.
    #[inline(always)]
    fn reading(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let nothing = Self { generations: F::generations(&columns), ..Self::nothing() };
        let (run, later) = Self::begin_reads(columns, source, keep);
        // Where there is more, the run is known to be empty: loops begin with what finds the first one.
        match later {
            None => Self { run, ..nothing },
            later => Self { later, ..nothing },
        }
    }

    /// Iterates by runs what is written.
    #[inline(always)]
    fn running(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let nothing = Self { generations: F::generations(&columns), ..Self::nothing() };
        if keep.keeps_all() && F::aligned(&columns).is_some() && F::slice(F::reborrow(&mut columns), source).is_some() {
            let run = F::slice(columns, source).map_or_else(F::empty, |slice| F::run(slice, source.steps()));
            return Self { run, ..nothing };
        }
        if source.upper_bound() == 0 {
            return nothing;
        }
        let (run, ahead) = Ahead::begin(columns, source, keep);
        Self { run, later: ahead, ..nothing }
    }

    /// Iterates what has no runs.
    #[inline(always)]
    fn direct(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let nothing = Self { generations: F::generations(&columns), ..Self::nothing() };
        Self { direct: Some(Direct::new(columns, source, keep)), ..nothing }
    }

    /// One run of all items, if it is one; otherwise what finds them.
    #[inline(never)]
    fn begin_reads(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> (F::Run<'w>, Option<Box<Later<'w, F, K>>>) {
        let places = F::places(&columns);
        match whole(places, source, &keep) {
            Some(whole) => {
                let run = if whole.is_empty() { None } else { F::read_run(&columns, 0, whole) };
                (run.unwrap_or_else(F::empty), None)
            }
            None => (F::empty(), Some(Box::new(Later::Reads((columns, Finder::new(places, source, keep)))))),
        }
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
                let Later::Reads(reads) = self.later.as_deref_mut()? else { return None };
                if let Some(at) = self.fetched.next() {
                    let (columns, finder) = reads;
                    if let Some(value) = F::read_at(columns, &finder.room, at, finder.entity(at)) {
                        self.run = F::one(value);
                    }
                    continue;
                }
                (self.run, self.fetched) = Self::read_on(reads);
            } else {
                let Later::Ahead(ahead) = self.later.as_deref_mut()? else { return None };
                if let Some(at) = self.fetched.next() {
                    if let Some(value) = ahead.take(at) {
                        self.run = F::one(value);
                    }
                    continue;
                }
                (self.run, self.fetched) = ahead.advance();
            }
            if self.run.len() == 0 && self.fetched.is_empty() {
                return None;
            }
        }
    }

    /// Folds the remaining items: runs, items that were fetched ahead, and what is scattered. All are loops of this function, so that what
    /// is folded into stays in registers.
    #[inline]
    pub(crate) fn fold<T, Each>(self, folded: T, function: Each) -> T
    where
        Each: FnMut(T, F::Item<'w>) -> T,
    {
        let fold = const {
            if Self::READS {
                Self::fold_reads::<T, Each>
            } else if Self::RUNS {
                Self::fold_runs::<T, Each>
            } else {
                Self::fold_direct::<T, Each>
            }
        };
        fold(self, folded, function)
    }

    #[inline(always)]
    fn fold_direct<T, Each: FnMut(T, F::Item<'w>) -> T>(self, folded: T, function: Each) -> T {
        match self.direct {
            Some(direct) => direct.fold(folded, function),
            None => folded,
        }
    }

    #[inline(always)]
    fn fold_reads<T, Each: FnMut(T, F::Item<'w>) -> T>(self, mut folded: T, mut function: Each) -> T {
        let Self { mut run, generations, mut fetched, mut later, .. } = self;
        loop {
            for value in run {
                folded = function(folded, F::item(value, generations));
            }
            let Some(Later::Reads(reads)) = later.as_deref_mut() else { return folded };
            let (columns, finder) = &mut *reads;
            for at in fetched {
                if let Some(value) = F::read_at(columns, &finder.room, at, finder.entity(at)) {
                    folded = function(folded, F::item(value, generations));
                }
            }
            (run, fetched) = Self::read_on(reads);
            if run.len() == 0 && fetched.is_empty() {
                return folded;
            }
        }
    }

    #[inline(always)]
    fn fold_runs<T, Each: FnMut(T, F::Item<'w>) -> T>(self, mut folded: T, mut function: Each) -> T {
        let Self { mut run, generations, mut fetched, mut later, .. } = self;
        loop {
            folded = run.fold(folded, |folded, value| function(folded, F::item(value, generations)));
            let Some(Later::Ahead(ahead)) = later.as_deref_mut() else { return folded };
            for value in ahead.fetched(fetched) {
                if let Some(value) = value.take() {
                    folded = function(folded, F::item(value, generations));
                }
            }
            let more;
            (run, fetched, more) = ahead.refill();
            if !more {
                break;
            }
        }
        match later.map(|later| *later) {
            Some(Later::Ahead(ahead)) => {
                ahead.fold_scattered(folded, |folded, value| function(folded, F::item(value, generations)))
            }
            _ => folded,
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
        if let Some(Later::Reads((_, finder))) = self.later.as_deref() {
            // An entity that was looked up may lack what is required.
            let (least, most) = finder.bounds(self.fetched.len(), F::REQUIRED <= 1);
            return (self.run.len() + least, Some(self.run.len() + most));
        }
        let fetched = self.run.len() + self.fetched.len();
        let (least, most) = match (&self.direct, self.later.as_deref()) {
            (Some(direct), _) => direct.bounds(),
            (None, Some(Later::Ahead(ahead))) => ahead.bounds(),
            (None, _) => (0, 0),
        };
        (fetched + least, Some(fetched + most))
    }
}
