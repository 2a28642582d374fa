//! State of an iteration after its first run, kept on the heap. It yields further runs, and values at positions that are found for many
//! entities at once.
//!
//! Shared references can be copied, so columns that are only read stay whole, and runs are found wherever they are. Columns that are
//! written are divided: as long as all columns hold the same entities in the same order, runs are cut off them; from the first difference
//! on, the kernel yields the value at each position, once. (Cutting a run out of the middle of the rest would require a search.)
//!
//! An example, without a filter, where all columns agree up to `h`:
//!
//! ```text
//! source            a b c d e f g h | i j k ...
//! 1. window         a b c d e f g h                  compared, and cut off as a run of 8, the minimum
//! 2. the rest       i j k l                          looked up: 8 at first, then 32 at a time
//! ```
//!
//! If a filter drops entities of a run, the stretches between them are iterated as runs; written values of dropped entities are cut off and
//! discarded. If stretches are short on average, a block of 64 entities is taken as a run, of which only the values of entities that passed
//! the filter are yielded. If few passed, they are looked up one by one. The filter tests 64 entities at once.

use alloc::boxed::Box;
use core::mem;
use core::ops::Range;

use super::AT_ONCE;
use super::finder::{Finder, Found, Part, find_first, whole};
use super::keep::{Keep, Passed, TESTED};
use crate::fetch::{KEPT, Places, Stretch, ValueOf};
use crate::sparse::{PairCache, Source};

/// Number of entities that are compared first to find a run. Each later window is as large as all before it together.
const WINDOW: usize = 256;

/// Minimum length of a run, unless it contains all remaining entities. (A shorter one in the middle of a column would leave two slices, and
/// processors cannot predict in which of these a value is.)
const LEAST: usize = 8;

/// Minimum number of entities of a block of 64 that must pass the filter for the block to be cut off as a run. (If fewer pass, they are
/// looked up, and no further runs can be cut off after that; so the number is lower than where columns are only read.)
const THINNED: usize = 8;

/// What [`AfterFirstRun::advance`] returns in place of the number of an item if there is nothing more. Above [`KEPT`], so that no item that
/// was looked up follows it either. (Elsewhere, a number may have this value because items were counted.)
pub(super) const END: usize = KEPT + 1;

/// The columns after the first run.
enum Columns<'w, F: Stretch> {
    /// If nothing is written.
    Read(F::Columns<'w>),
    /// If a column is written, and all were in the order of the source so far.
    Cut(F::Cut<'w>, Source<'w>),
    /// If a column is written, from the first difference on.
    Rest(F::Rest<'w>),
    Nothing,
}

/// The iteration after the first run.
pub(super) struct AfterFirstRun<'w, F: Stretch, K> {
    columns: Columns<'w, F>,
    /// The block of which the filter drops some that was taken last: it contains the items before the next run.
    thinned: Option<F::Thinned<'w>>,
    /// The first step whose values were not cut off.
    step: usize,
    finder: Finder<'w, F::Places<'w>, K>,
}

/// The first run, and the iteration after it; `None`, without an allocation, if there is no more.
type Beginning<'w, F, K> = (<F as Stretch>::Run<'w>, Option<Box<AfterFirstRun<'w, F, K>>>);

/// The next run; the number before that of the first item that was looked up, which may wrap; and the numbers of the items in a block. At
/// most one of them is not empty. The number is [`KEPT`] if no item was looked up, and [`END`] if there is nothing more at all.
pub(super) type Further<'w, F> = (<F as Stretch>::Run<'w>, usize, Passed);

/// A function that cuts the next run off.
type Cut<Later, Run> = fn(&mut Later) -> Option<Run>;

impl<'w, F: Stretch, K: Keep> AfterFirstRun<'w, F, K> {
    /// Begins to iterate columns that are only read. All items are one run if they form one; `is_whole` says that they do. (No positions
    /// are requested for them; the parameter makes this the same type as [`begin_writes`](Self::begin_writes).)
    #[inline(never)]
    pub(super) fn begin_reads(
        columns: F::Columns<'w>,
        source: Source<'w>,
        keep: K,
        is_whole: bool,
        _: Option<&'w PairCache>,
    ) -> Beginning<'w, F, K> {
        let places = F::places(&columns);
        let whole = if is_whole { source.indices() } else { whole(places, source.indices(), &keep) };
        if let Some(whole) = whole {
            let few = find_first(places, whole);
            let run = if whole.is_empty() { None } else { F::read_run(&columns, &few, whole) };
            return (run.unwrap_or_else(F::empty), None);
        }
        let finder = Finder::new(places, source, keep, None);
        (F::empty(), Some(Self::of(Columns::Read(columns), finder)))
    }

    /// Begins to iterate columns of which some are written. All items are one run if they are at most [`AT_ONCE`], all kept, and in
    /// one order in all columns; `is_whole` says that they are. Positions are `requested` if all are visited.
    #[inline(never)]
    pub(super) fn begin_writes(
        mut columns: F::Columns<'w>,
        source: Source<'w>,
        keep: K,
        is_whole: bool,
        requested: Option<&'w PairCache>,
    ) -> Beginning<'w, F, K> {
        let compared = source.indices().filter(|indices| indices.len() <= AT_ONCE);
        let compare = |indices: &[u32]| F::together(&F::cut(F::reborrow(&mut columns)), 0, indices);
        let together = if is_whole { compared.map(<[u32]>::len) } else { compared.map(compare) };
        if let Some(indices) = compared.filter(|indices| together == Some(indices.len()))
            && (is_whole || keep.keeps_each(indices))
            // A part of a storage may not be cut there. Tested with a reborrow first: the columns are still needed then.
            && (const { !<F::Places<'_> as Places>::SPLIT }
                || F::take(&mut F::cut(F::reborrow(&mut columns)), 0, indices).is_some())
        {
            return (F::take(&mut F::cut(columns), 0, indices).unwrap_or_else(F::empty), None);
        }
        let places = F::places(&columns);
        let cut = F::cut(columns);
        let mut finder = Finder::new(places, source, keep, requested);
        // The comparison above includes the first window: below the minimum length, there is no run to cut off.
        if together.is_none_or(|together| together >= LEAST) {
            return (F::empty(), Some(Self::of(Columns::Cut(cut, source), finder)));
        }
        finder.look_up_all();
        (F::empty(), Some(Self::of(Columns::Rest(F::rest(cut, source)), finder)))
    }

    #[inline(always)]
    fn of(columns: Columns<'w, F>, finder: Finder<'w, F::Places<'w>, K>) -> Box<Self> {
        Box::new(Self { columns, thinned: None, step: 0, finder })
    }

    /// The next run; if that is empty, the numbers of the next items.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> Further<'w, F> {
        advance(self)
    }

    /// Does what [`advance`](Self::advance) does; inlined into the function `advance`.
    #[inline(always)]
    fn next(&mut self) -> Further<'w, F> {
        if let Some(cut_off) = Self::CUT_OFF
            && let Some(next) = cut_off(self)
        {
            return next;
        }
        loop {
            match self.finder.next() {
                // Runs of what is written are cut off above.
                Found::Run(part) if const { F::WRITES } => self.finder.refuse(part.first, part.indices.len()),
                Found::Run(Part { first, indices, kept }) => {
                    if let Some(next) = self.read_part(indices, kept) {
                        return next;
                    }
                    self.finder.refuse(first, indices.len());
                }
                Found::Apart(len) => return (F::empty(), (KEPT - len).wrapping_sub(1), Passed(0)),
                Found::End => return (F::empty(), END, Passed(0)),
            }
        }
    }

    /// What cuts off the next run, if a column is written. A constant, so that rustc does not even visit it for columns that are only read.
    const CUT_OFF: Option<Cut<Self, Further<'w, F>>> = if F::WRITES { Some(Self::cut_off) } else { None };

    /// Cuts the next run off all columns, or a part of it that the filter keeps; `None` if there are no more runs.
    fn cut_off(&mut self) -> Option<Further<'w, F>> {
        while let Columns::Cut(..) = self.columns {
            let mut found = self.finder.part();
            if found.is_none() {
                let run = self.compare()?;
                found = self.finder.part_of(run);
            }
            if let Some(part) = found {
                return self.take_part(part);
            }
        }
        None
    }

    /// Cuts off a part of a run. If the filter keeps fewer than [`THINNED`] of 64, these entities and all later ones are looked up.
    #[inline(always)]
    fn take_part(&mut self, Part { first, indices, mut kept }: Part<'w>) -> Option<Further<'w, F>> {
        if let Some(kept) = kept.take_if(|kept| kept.len() * TESTED < THINNED * indices.len()) {
            self.finder.visit_apart(kept);
            self.end_runs();
            return None;
        }
        let Some(kept) = kept else {
            let run = self.take_run(first, indices, F::take)?;
            return Some((run, KEPT, Passed(0)));
        };
        self.thinned = Some(self.take_run(first, indices, F::thin)?);
        Some((F::empty(), KEPT, kept))
    }

    /// Reads a part of a run. Called only if no column is written.
    #[inline(always)]
    fn read_part(&mut self, indices: &'w [u32], kept: Option<Passed>) -> Option<Further<'w, F>> {
        let Columns::Read(columns) = &self.columns else { return None };
        let Some(kept) = kept else { return Some((F::read_run(columns, &self.finder.few, indices)?, KEPT, Passed(0))) };
        self.thinned = Some(F::read_thin(columns, &self.finder.few, indices)?);
        Some((F::empty(), KEPT, kept))
    }

    /// The steps of the next run. If the columns differ before its minimum length, there is none, and the rest is looked up.
    fn compare(&mut self) -> Option<Range<usize>> {
        let (step, ahead) = self.finder.ahead();
        if self.finder.is_apart() || self.cut_to(step).is_none() {
            self.end_runs();
            return None;
        }
        let (Columns::Cut(cut, _), [_, ..]) = (&self.columns, ahead) else { return None };
        let window = &ahead[..ahead.len().min(step.max(WINDOW))];
        let len = F::together(cut, step, window);
        if len < window.len().min(LEAST) {
            self.end_runs();
            return None;
        }
        self.finder.pass(len);
        Some(step..step + len)
    }

    /// Cuts off a run, or a block, after the values before it that the filter drops.
    ///
    /// Inlined: a run that is returned in memory is copied from there, and processors wait for that as long as for several values.
    #[inline(always)]
    fn take_run<T>(
        &mut self,
        first: usize,
        indices: &'w [u32],
        take: impl FnOnce(&mut F::Cut<'w>, usize, &'w [u32]) -> Option<T>,
    ) -> Option<T> {
        let taken = self.cut_to(first).and_then(|()| self.take_next(first, indices, take));
        if taken.is_none() {
            self.finder.refuse(first, indices.len());
            self.end_runs();
        }
        taken
    }

    /// Cuts off the values of all steps before this one, which the filter drops, so that the next run can begin there.
    fn cut_to(&mut self, step: usize) -> Option<()> {
        match self.finder.between(self.step..step) {
            [] => Some(()),
            dropped => self.take_next(self.step, dropped, F::take).map(|_dropped| ()),
        }
    }

    /// Cuts off the values of these entities, which are the next ones.
    #[inline(always)]
    fn take_next<T>(
        &mut self,
        first: usize,
        indices: &'w [u32],
        take: impl FnOnce(&mut F::Cut<'w>, usize, &'w [u32]) -> Option<T>,
    ) -> Option<T> {
        let Columns::Cut(cut, _) = &mut self.columns else { return None };
        self.step = first + indices.len();
        take(cut, first, indices)
    }

    /// Looks up all values that were not cut off.
    fn end_runs(&mut self) {
        self.columns = match mem::replace(&mut self.columns, Columns::Nothing) {
            Columns::Cut(cut, source) => Columns::Rest(F::rest(cut, source)),
            columns => columns,
        };
        self.finder.search_no_runs();
    }

    /// Takes the value of an item that was looked up.
    #[inline(always)]
    pub(super) fn take(&mut self, at: usize) -> Option<ValueOf<'w, F>> {
        let (few, entity) = (&self.finder.few, self.finder.looked_up(at));
        match &mut self.columns {
            Columns::Read(columns) if const { !F::WRITES } => F::read_at(columns, few, entity),
            Columns::Rest(rest) if const { F::WRITES } => F::rest_at(rest, few, entity),
            _ => None,
        }
    }

    /// Takes the value of an item that was looked up; if a column is written, from the [rest](Self::take_rest).
    #[inline(always)]
    pub(super) fn take_from(&mut self, rest: &mut F::Rest<'w>, at: usize) -> Option<ValueOf<'w, F>> {
        if const { !F::WRITES } {
            return self.take(at);
        }
        F::rest_at(rest, &self.finder.few, self.finder.looked_up(at))
    }

    /// The values that were not cut off, if no further run can be cut off. Afterwards, they are no longer here.
    #[inline(always)]
    pub(super) fn take_rest(&mut self) -> Option<F::Rest<'w>> {
        if const { !F::WRITES } || !matches!(self.columns, Columns::Rest(_)) {
            return None;
        }
        let Columns::Rest(rest) = mem::replace(&mut self.columns, Columns::Nothing) else { return None };
        Some(rest)
    }

    /// The block that was taken last, for loops over its values.
    #[inline(always)]
    pub(super) fn thinned(&mut self) -> Option<&mut F::Thinned<'w>> {
        self.thinned.as_mut()
    }

    /// Takes the value with this number of the block that was taken last. The numbers must ascend.
    #[inline(always)]
    pub(super) fn take_thinned(&mut self, at: usize) -> Option<ValueOf<'w, F>> {
        F::thinned_at(self.thinned()?, at)
    }

    /// Lower and upper bound of the number of items, including `looked_up` ones.
    pub(super) fn bounds(&self, looked_up: usize) -> (usize, usize) {
        // An entity that was looked up may lack what is required.
        self.finder.bounds(looked_up, F::REQUIRED <= 1)
    }
}

/// [`AfterFirstRun::next`], not inlined, in a calling convention that preserves vector registers.
///
/// On x86-64, the usual convention (System V) preserves none. As there is a call in the loop, however rarely it is made, a float that a
/// `for` loop adds up would be kept in memory; each addition would then wait for the store of the previous one, three times as long as in a
/// register. The convention of Windows preserves ten. Unwinding does not restore them, so this is the form of the convention in which a
/// panic aborts; nothing in this function is known to panic.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(windows)))]
#[expect(improper_ctypes_definitions, reason = "only Rust calls it")]
#[inline(never)]
extern "win64" fn advance<'w, F: Stretch, K: Keep>(later: &mut AfterFirstRun<'w, F, K>) -> Further<'w, F> {
    later.next()
}

/// [`AfterFirstRun::next`], not inlined. The calling conventions of other targets already preserve vector registers.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(windows))))]
#[inline(never)]
fn advance<'w, F: Stretch, K: Keep>(later: &mut AfterFirstRun<'w, F, K>) -> Further<'w, F> {
    later.next()
}
