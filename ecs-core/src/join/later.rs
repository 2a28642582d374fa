//! The iteration after the first run, on the heap: further runs, and the values at positions that were found for many entities at once.
//!
//! Shared references can be copied, so what is only read stays whole, and runs are found wherever they are. What is written is
//! divided: as long as all columns hold the same entities in the same order, runs are cut off them; from the first difference on, the kernel
//! yields the value at each position, once. (A run in the middle of what is left could not be cut off without a search.)
//!
//! An example, without a filter, where all columns agree up to `h`:
//!
//! ```text
//! source            a b c d e f g h | i j k ...
//! 1. window         a b c d e f g h                  compared, and cut off as a run of 8, the least
//! 2. the rest       i j k l                          looked up: 8 at first, then 16, then 32
//! ```
//!
//! If a filter drops entities of a run, what it keeps between them is iterated as runs, and what is written of the dropped ones is cut off
//! and forgotten. Where it drops too many, the entities of that run are looked up one by one; where something is written, runs of 64 are cut
//! off, of which those are taken that passed the filter, as long as it keeps a quarter. It tests 64 entities at once.

use alloc::boxed::Box;
use core::mem;
use core::ops::Range;

use super::AT_ONCE;
use super::finder::{Finder, Found, Part, whole};
use super::keep::{Keep, Passed, TESTED};
use crate::fetch::{Stretch, ValueOf};
use crate::source::Source;

/// Number of entities that are compared first, to find a run. Later windows are as large as all before them together.
const WINDOW: usize = 256;

/// Minimum length of a run, unless all entities are in it. (A shorter one in the middle of a column would leave two slices, and
/// processors cannot predict in which of these a value is.)
const LEAST: usize = 8;

/// The same for stretches, on average, between entities that a filter drops, which are written. (Below it, values are taken one by one.)
const WRITTEN: u32 = 4;

/// Minimum number of entities of a block of 64 that passed the filter, for the block to be cut off as a run. (To look up a few of them costs
/// less; but there is no way back.)
const THINNED: usize = 16;

/// The columns after the first run.
enum Columns<'w, F: Stretch> {
    /// If nothing is written.
    Read(F::Columns<'w>),
    /// If something is, and all columns are in the order of the source so far.
    Cut(F::Cut<'w>, Source<'w>),
    /// From the first difference on.
    Rest(F::Rest<'w>),
    Nothing,
}

/// A run of which only some values are taken.
struct Sieve<'w, F: Stretch> {
    run: F::Run<'w>,
    /// The number of the first value that is left.
    first: usize,
    /// The numbers of those that are to be taken.
    kept: Passed,
}

impl<'w, F: Stretch> Sieve<'w, F> {
    #[inline(always)]
    fn next(&mut self) -> Option<ValueOf<'w, F>> {
        let at = self.kept.next()?;
        let first = mem::replace(&mut self.first, at + 1);
        self.run.nth(at - first)
    }
}

/// The iteration after the first run.
pub(super) struct Later<'w, F: Stretch, K> {
    columns: Columns<'w, F>,
    /// What was cut off last, if the filter drops some of it: the items until the next run.
    sieve: Sieve<'w, F>,
    /// The first step whose values were not cut off.
    step: usize,
    finder: Finder<'w, F::Places<'w>, K>,
}

/// The first run, and what iterates after it: nothing is allocated if there is no more.
type Begun<'w, F, K> = (<F as Stretch>::Run<'w>, Option<Box<Later<'w, F, K>>>);

impl<'w, F: Stretch, K: Keep> Later<'w, F, K> {
    /// Iterates what is only read: one run of all items, if it is one.
    #[inline(never)]
    pub(super) fn begin_reads(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Begun<'w, F, K> {
        let places = F::places(&columns);
        if let Some(whole) = whole(places, source.indices(), &keep) {
            let run = if whole.is_empty() { None } else { F::read_run(&columns, 0, whole) };
            return (run.unwrap_or_else(F::empty), None);
        }
        let finder = Finder::new(places, source, keep);
        (F::empty(), Some(Self::of(Columns::Read(columns), finder)))
    }

    /// Iterates what is written: one run of all items, if they are few, are kept, and are in one order in all columns.
    #[inline(never)]
    pub(super) fn begin_writes(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Begun<'w, F, K> {
        if source.upper_bound() == 0 {
            return (F::empty(), None);
        }
        let few = source.indices().filter(|indices| indices.len() <= AT_ONCE);
        let together = few.map(|indices| F::together(&F::cut(F::reborrow(&mut columns)), 0, indices));
        if let Some(indices) = few.filter(|indices| together == Some(indices.len()))
            && keep.keeps_each(indices)
            // Tested with a reborrow first: the columns are still needed if one of them cannot be cut there.
            && F::take(&mut F::cut(F::reborrow(&mut columns)), 0, indices).is_some()
        {
            return (F::take(&mut F::cut(columns), 0, indices).unwrap_or_else(F::empty), None);
        }
        let places = F::places(&columns);
        let cut = F::cut(columns);
        let mut finder = Finder::new(places, source, keep);
        // What would be compared first is what was compared above.
        if together.is_none_or(|together| together >= LEAST) {
            return (F::empty(), Some(Self::of(Columns::Cut(cut, source), finder)));
        }
        finder.look_up_all();
        (F::empty(), Some(Self::of(Columns::Rest(F::rest(cut, source)), finder)))
    }

    #[inline(always)]
    fn of(columns: Columns<'w, F>, finder: Finder<'w, F::Places<'w>, K>) -> Box<Self> {
        let sieve = Sieve { run: F::empty(), first: 0, kept: Passed(0) };
        Box::new(Self { columns, sieve, step: 0, finder })
    }

    /// The next run, or, if that is empty, which items were looked up next; none at the end.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> (F::Run<'w>, Range<usize>) {
        advance(self)
    }

    /// The same, inlined into `advance`.
    #[inline(always)]
    fn next(&mut self) -> (F::Run<'w>, Range<usize>) {
        if const { F::WRITES }
            && let Some(next) = self.cut_off()
        {
            return next;
        }
        loop {
            match self.finder.next() {
                Found::Run(first, indices) => match self.read_run(first, indices) {
                    Some(run) => return (run, 0..0),
                    None => self.finder.refuse(first, indices.len()),
                },
                Found::Apart(len) => return (F::empty(), 0..len),
                Found::End => return (F::empty(), 0..0),
            }
        }
    }

    fn read_run(&self, first: usize, indices: &'w [u32]) -> Option<F::Run<'w>> {
        match &self.columns {
            Columns::Read(columns) => F::read_run(columns, first, indices),
            _ => None,
        }
    }

    /// Cuts off the next run of all columns, or what the filter keeps of it; `None` if there is none any more.
    fn cut_off(&mut self) -> Option<(F::Run<'w>, Range<usize>)> {
        while let Columns::Cut(..) = self.columns {
            let mut found = self.finder.part(WRITTEN);
            if found.is_none() {
                let run = self.compare()?;
                found = self.finder.part_of(run, WRITTEN);
            }
            if let Some(part) = found {
                return self.take_part(part);
            }
        }
        None
    }

    /// Cuts off a part of a run. From the first one on of which the filter keeps little, all is looked up.
    fn take_part(&mut self, Part { first, indices, kept }: Part<'w>) -> Option<(F::Run<'w>, Range<usize>)> {
        let Some(kept) = kept else { return Some((self.take_run(first, indices)?, 0..0)) };
        if kept.len() * TESTED < THINNED * indices.len() {
            self.finder.visit_apart(kept);
            self.end_runs();
            return None;
        }
        let found = 0..kept.len();
        self.sieve = Sieve { run: self.take_run(first, indices)?, first: 0, kept };
        Some((F::empty(), found))
    }

    /// The steps of the next run. After it begins with a difference, there is none: the rest is looked up.
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

    /// Cuts off a run, and before it what the filter drops.
    fn take_run(&mut self, first: usize, indices: &'w [u32]) -> Option<F::Run<'w>> {
        let taken = self.cut_to(first).and_then(|()| self.take_next(first, indices));
        if taken.is_none() {
            self.finder.refuse(first, indices.len());
            self.end_runs();
        }
        taken
    }

    /// Cuts off the values of all steps before this one, which the filter drops, so that the next run may begin there.
    fn cut_to(&mut self, step: usize) -> Option<()> {
        match self.finder.between(self.step..step) {
            [] => Some(()),
            dropped => self.take_next(self.step, dropped).map(|_dropped| ()),
        }
    }

    /// Cuts off the values of these entities, which are the next ones.
    fn take_next(&mut self, first: usize, indices: &'w [u32]) -> Option<F::Run<'w>> {
        let Columns::Cut(cut, _) = &mut self.columns else { return None };
        self.step = first + indices.len();
        F::take(cut, first, indices)
    }

    /// Looks up all that was not cut off.
    fn end_runs(&mut self) {
        self.columns = match mem::replace(&mut self.columns, Columns::Nothing) {
            Columns::Cut(cut, source) => Columns::Rest(F::rest(cut, source)),
            columns => columns,
        };
        self.finder.search_no_runs();
    }

    /// Takes the value of an item that was looked up, or the next one of what was cut off last.
    #[inline(always)]
    pub(super) fn take(&mut self, at: usize) -> Option<ValueOf<'w, F>> {
        let (few, entity) = (&self.finder.few, self.finder.looked_up(at));
        match &mut self.columns {
            Columns::Read(columns) if const { !F::WRITES } => F::read_at(columns, few, entity),
            Columns::Rest(rest) if const { F::WRITES } => F::rest_at(rest, few, entity),
            // As long as values are cut off.
            _ => self.sieve.next(),
        }
    }

    /// Lower and upper bound of the number of items, `looked_up` among them.
    pub(super) fn bounds(&self, looked_up: usize) -> (usize, usize) {
        // An entity that was looked up may lack what is required.
        self.finder.bounds(looked_up, F::REQUIRED <= 1)
    }
}

/// [`Later::next`] out of line, in a calling convention that saves vector registers.
///
/// On x86-64, the usual one (System V) saves none: a float that a `for` loop adds up would be in memory, as there is a call in the loop,
/// however seldom it is made. Then each addition waits for the store of the one before, three times as long as in a register. That of
/// Windows saves ten. Unwinding does not restore them there, so it is the form in which a panic aborts; nothing in there is known to panic.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(windows)))]
#[expect(improper_ctypes_definitions, reason = "only Rust calls it")]
#[inline(never)]
extern "win64" fn advance<'w, F: Stretch, K: Keep>(later: &mut Later<'w, F, K>) -> (F::Run<'w>, Range<usize>) {
    later.next()
}

/// [`Later::next`] out of line. The calling conventions of other targets save vector registers as they are.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(windows))))]
#[inline(never)]
fn advance<'w, F: Stretch, K: Keep>(later: &mut Later<'w, F, K>) -> (F::Run<'w>, Range<usize>) {
    later.next()
}
