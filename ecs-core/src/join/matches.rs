//! The iterator of queries and joins: distinct entities of a source, with the item of each.
//!
//! It holds one run, a zip of slices, from which `next` takes an item. What finds further runs is on the heap, so a loop keeps the run and
//! one address in registers. A group is a single run. Few entities that all columns hold in one order are a single run, too: their order is
//! compared before the first item. Optional values are looked up beside such a run. If there is none, if a component is indexed by entity,
//! or if nothing is required, items are looked up one by one, which allocates nothing either. So are up to 64 items that are not one run,
//! and more that are only read, if no sample of them is a run. Written ones are taken at cached positions, once they are cached.
//!
//! ```text
//!               next()
//!                 |
//!     run  ---- a value ----> item                        most calls end here: one test, two or three loads
//!       |
//!      empty
//!       |
//!     found ---- a value at a position that was found ----> item
//!       |
//!     kept ----- a value of a block of which the filter drops some ----> item
//!       |
//!     advance ---- the next run, if there is one; else the positions of up to 32 values, found at once
//!
//!     instead of `found`, `kept` and `advance`, if values are not adjacent:
//!     known ---- a value at a cached position ----> item
//!     apart ---- a value that is looked up ----> item
//! ```
//!
//! `for_each`, `fold` and the adapters that are built on them (`sum`, `count`, `min_by_key`) do not take this path: they have a loop per
//! kind of item, and need not test for a run at each item. `collect` does, unless all items are one run (`compact.rs`).

use alloc::boxed::Box;

use super::apart::Apart;
use super::direct::Direct;
use super::finder::{Way, way, whole};
use super::keep::{Keep, Passed};
use super::known::Known;
use super::later::{AfterFirstRun, END};
use crate::fetch::{KEPT, Places, Stretch};
use crate::sparse::{PairCache, Source};

/// Yields an item at each step of a source whose entity has everything required and passes the filter.
pub(crate) struct Matches<'w, F: Stretch, K> {
    run: F::Run<'w>,
    generations: &'w [u32],
    /// The number of the item that was looked up and yielded last: those with higher numbers, below [`KEPT`], were not yielded yet. It may
    /// wrap; from [`KEPT`] on, none is left, whether it is [`END`] or not. (One test ends the loop over them and bounds their numbers; and
    /// nothing but the number is needed to find the next one.)
    found: usize,
    /// The numbers of the items of a block, of which the filter drops some, that were not yielded yet.
    kept: Passed,
    /// Boxed, so that the code that drops it is small enough to be inlined: a call would take the address of the iterator.
    later: Option<Box<AfterFirstRun<'w, F, K>>>,
    /// The whole iteration, if there are no runs. (Tested last by fetches that can have several runs, so that their other loops stay as
    /// they are.)
    one_by_one: Option<OneByOne<'w, F, K>>,
    /// The whole iteration, if positions are cached. (In the field before, loops over few entities would take up to a third longer in
    /// programs of several codegen units.)
    known: Option<Known<'w, F>>,
}

/// Items that are looked up one by one.
enum OneByOne<'w, F: Stretch, K> {
    /// Of fetches that can have several runs, if values are not adjacent.
    Apart(Apart<'w, F>),
    /// Of other fetches.
    Direct(Direct<'w, F, K>),
}

impl<'w, F: Stretch, K: Keep> Matches<'w, F, K> {
    /// Whether there can be runs.
    const RUNS: bool = F::SLICED && F::REQUIRED > 0;

    /// Whether cached positions are used: they save the proof that no value is yielded twice. (Values that are only read are looked up
    /// almost as fast, by less code.) All storages are dense: tags ignore positions, so an entity without one would get it.
    const KNOWN: bool = F::WRITES && Self::RUNS;

    /// Whether all steps can be one run.
    const WHOLE: bool = F::WHOLE && F::REQUIRED > 0;

    /// An iterator without items.
    #[inline(always)]
    pub(crate) fn nothing() -> Self {
        Self::of_run(F::empty(), &[])
    }

    /// An iterator over one run.
    #[inline(always)]
    fn of_run(run: F::Run<'w>, generations: &'w [u32]) -> Self {
        Self { run, generations, found: KEPT, kept: Passed(0), later: None, one_by_one: None, known: None }
    }

    #[inline(always)]
    pub(crate) fn new(columns: F::Columns<'w>, source: Source<'w>, keep: K, pairs: Option<&'w PairCache>) -> Self {
        // A constant, so that rustc does not even visit the other function.
        let new = const { if Self::RUNS { Self::in_runs } else { Self::direct } };
        new(columns, source, keep, pairs)
    }

    /// Iterates over one run, or several.
    #[inline(always)]
    fn in_runs(mut columns: F::Columns<'w>, source: Source<'w>, keep: K, pairs: Option<&'w PairCache>) -> Self {
        let generations = F::generations(&columns);
        // If a column may be a part of a storage, tested with a reborrow first: the columns are still needed if one has no slice. (With the
        // number of steps in a variable, a filtered loop over one column takes a fifth longer.)
        if keep.keeps_all()
            && F::all_aligned(&columns)
            && source.dense_steps().is_some()
            && (const { !<F::Places<'_> as Places>::SPLIT }
                || F::slice(F::reborrow(&mut columns), source, source.steps()).is_some())
        {
            let Some(slice) = F::slice(columns, source, source.steps()) else {
                debug_assert!(false, "a dense column that is no part of a storage has a slice of all steps");
                return Self::nothing();
            };
            return Self::of_run(F::run_of(slice, source.steps()), generations);
        }
        let pairs = if const { Self::KNOWN } { pairs } else { None };
        let way = way(F::places(&columns), source, &keep, F::WRITES, pairs);
        if const { Self::KNOWN }
            && let Way::Known(known) = way
        {
            let known = Known::new(columns, source, known);
            debug_assert!(known.is_some(), "the positions of all entities of a dense source are known");
            return Self { known, ..Self::of_run(F::empty(), generations) };
        }
        if let Way::Apart(kept) = way {
            let apart = OneByOne::Apart(Apart::new(columns, source, kept, &keep));
            return Self { one_by_one: Some(apart), ..Self::of_run(F::empty(), generations) };
        }
        let begin = const { if F::WRITES { AfterFirstRun::begin_writes } else { AfterFirstRun::begin_reads } };
        let (run, later) = begin(columns, source, keep, matches!(way, Way::Whole), way.requested());
        // If there is more, the compiler knows here that the run is empty: loops begin with the code that finds the first one.
        let run = if later.is_some() { F::empty() } else { run };
        Self { run, generations, found: KEPT, kept: Passed(0), later, one_by_one: None, known: None }
    }

    /// Iterates over one run, or looks up each item.
    #[inline(always)]
    fn direct(columns: F::Columns<'w>, source: Source<'w>, keep: K, _: Option<&'w PairCache>) -> Self {
        let generations = F::generations(&columns);
        if const { Self::WHOLE }
            && (Self::is_aligned(&columns, &keep) || whole(F::places(&columns), source.indices(), &keep).is_some())
        {
            let run = F::whole(columns, source).unwrap_or_else(F::empty);
            return Self::of_run(run, generations);
        }
        let direct = OneByOne::Direct(Direct::new(columns, source, keep));
        Self { one_by_one: Some(direct), ..Self::of_run(F::empty(), generations) }
    }

    /// Returns true if all required columns are aligned, none can be a part of a storage, and all entities are kept.
    #[inline(always)]
    fn is_aligned(columns: &F::Columns<'w>, keep: &K) -> bool {
        let places = F::places(columns);
        keep.keeps_all() && places.all_aligned() && const { !<F::Places<'_> as Places>::SPLIT }
    }

    /// The run and the generations by index, if nothing follows the run; otherwise the iterator.
    #[inline(always)]
    pub(super) fn into_run(self) -> Result<(F::Run<'w>, &'w [u32]), Self> {
        let is_all = self.later.is_none() && self.one_by_one.is_none() && self.known.is_none();
        if is_all { Ok((self.run, self.generations)) } else { Err(self) }
    }

    /// The next item. Each kind of item is returned where it is found: as runs of one value, others would pass the test of the run again.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<F::Item<'w>> {
        if const { !Self::RUNS } {
            return match &mut self.one_by_one {
                Some(OneByOne::Direct(direct)) => direct.next(),
                _ => self.run.next().map(|value| F::item(value, self.generations)),
            };
        }
        loop {
            if let Some(value) = self.run.next() {
                return Some(F::item(value, self.generations));
            }
            let Some(later) = self.later.as_deref_mut() else {
                if const { Self::KNOWN }
                    && let Some(known) = &mut self.known
                {
                    return known.next().map(|value| F::item(value, self.generations));
                }
                let Some(OneByOne::Apart(apart)) = &mut self.one_by_one else { return None };
                return apart.next();
            };
            self.found = self.found.wrapping_add(1);
            if self.found < KEPT {
                if let Some(value) = later.take(self.found) {
                    return Some(F::item(value, self.generations));
                }
            } else if let Some(at) = self.kept.next() {
                if let Some(value) = later.take_thinned(at) {
                    return Some(F::item(value, self.generations));
                }
            } else {
                (self.run, self.found, self.kept) = later.advance();
                if self.found == END {
                    return None;
                }
            }
        }
    }

    /// Folds the remaining items: runs, and items that were looked up. The loop over the first run is inlined, and all others are in
    /// functions of their own, so that the folded value stays in registers.
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
        let Self { run, generations, one_by_one, .. } = self;
        match one_by_one {
            Some(OneByOne::Direct(direct)) => direct.fold(folded, function),
            _ => run.fold(folded, |folded, value| function(folded, F::item(value, generations))),
        }
    }

    #[inline(always)]
    fn fold_found<T, Each: FnMut(T, F::Item<'w>) -> T>(self, folded: T, mut function: Each) -> T {
        let Self { run, generations, found, kept, later, one_by_one, known } = self;
        let folded = Self::fold_run(run, generations, folded, &mut function);
        if const { Self::KNOWN }
            && let Some(known) = known
        {
            return Self::fold_known(known, generations, (folded,), function);
        }
        if let Some(OneByOne::Apart(apart)) = one_by_one {
            return Self::fold_apart(apart, (folded,), function);
        }
        let Some(later) = later else { return folded };
        Self::fold_further(later, generations, found, kept, (folded,), function)
    }

    /// Folds items at known positions. Not inlined, see [`fold_further`](Self::fold_further).
    #[inline(never)]
    fn fold_known<T, Each>(
        mut known: Known<'w, F>,
        generations: &'w [u32],
        (mut folded,): (T,),
        mut function: Each,
    ) -> T
    where
        Each: FnMut(T, F::Item<'w>) -> T,
    {
        while let Some(value) = known.next() {
            folded = function(folded, F::item(value, generations));
        }
        folded
    }

    /// Folds items that are looked up one by one. Not inlined, see [`fold_further`](Self::fold_further).
    #[inline(never)]
    fn fold_apart<T, Each>(apart: Apart<'w, F>, (folded,): (T,), function: Each) -> T
    where
        Each: FnMut(T, F::Item<'w>) -> T,
    {
        apart.fold(folded, function)
    }

    /// Folds the values of a run.
    #[inline(always)]
    fn fold_run<T, Each: FnMut(T, F::Item<'w>) -> T>(
        run: F::Run<'w>,
        generations: &'w [u32],
        folded: T,
        function: &mut Each,
    ) -> T {
        run.fold(folded, |folded, value| function(folded, F::item(value, generations)))
    }

    /// Folds what follows the first run.
    ///
    /// Not inlined: most iterations have one run, and this is most of the code. rustc compiles it beside the user's modules, so that more
    /// of its threads are busy. (The whole fold must not be a function: with the `min_by_key` of the standard library, one run took five
    /// times as long then. It did, too, if the folded value was passed by its own address: LLVM would keep it in memory in the loop over
    /// the first run. A tuple is a copy.)
    #[inline(never)]
    #[expect(clippy::boxed_local, reason = "it is freed here, and not where the fold is inlined")]
    fn fold_further<T, Each: FnMut(T, F::Item<'w>) -> T>(
        mut later: Box<AfterFirstRun<'w, F, K>>,
        generations: &'w [u32],
        mut found: usize,
        mut kept: Passed,
        (mut folded,): (T,),
        mut function: Each,
    ) -> T {
        // Not behind the address of `later`, so that the loop keeps in registers where the values are.
        let mut rest = later.take_rest().unwrap_or_else(F::no_rest);
        loop {
            for at in found.wrapping_add(1)..KEPT {
                if let Some(value) = later.take_from(&mut rest, at) {
                    folded = function(folded, F::item(value, generations));
                }
            }
            if let Some(thinned) = later.thinned() {
                for at in kept {
                    if let Some(value) = F::thinned_at(thinned, at) {
                        folded = function(folded, F::item(value, generations));
                    }
                }
            }
            let run;
            (run, found, kept) = later.advance();
            if found == END {
                return folded;
            }
            if let Some(taken) = later.take_rest() {
                rest = taken;
            }
            folded = Self::fold_run(run, generations, folded, &mut function);
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
    #[inline]
    pub(crate) fn count(self) -> usize {
        match self.size_hint() {
            (known, Some(most)) if known == most => known,
            _ => self.count_each(),
        }
    }

    /// Not inlined, so that a count that is known needs no copy of the iterator.
    #[inline(never)]
    fn count_each(self) -> usize {
        self.fold(0, |count, _| count + 1)
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
        if let Some(known) = &self.known {
            return (0, Some(known.most()));
        }
        let (least, most) = match (&self.one_by_one, &self.later) {
            (Some(OneByOne::Direct(direct)), _) => direct.bounds(),
            (Some(OneByOne::Apart(apart)), _) => apart.bounds(),
            (None, Some(later)) => later.bounds(KEPT - self.found.wrapping_add(1).min(KEPT) + self.kept.len()),
            (None, None) => (0, 0),
        };
        (run + least, Some(run + most))
    }
}
