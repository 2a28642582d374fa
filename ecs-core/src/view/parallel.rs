//! Iteration on several threads: a group is divided as slices, any other source by ranges of steps.
//!
//! Each range is a *piece* with its own part of the columns (`fetch/parallel.rs`) and its own slot for results (`crate::parallel`). The
//! first samples run on the calling thread as an ordinary iteration, without checks and with cached positions, and are measured. If the
//! rest has to be checked, a piece runs on this thread and is measured, too. The rest is divided if that pays; otherwise it is an ordinary
//! iteration.
//!
//! ```text
//! samples     the first steps     on this thread, measured
//! decision    would the rest take longer here than on several threads, handover included?
//! yes         the other steps     in shares of whole chunks, which threads take as they become free
//! no          the other steps     on this thread, as an ordinary iteration
//! ```
//!
//! If the rest has to be checked, and its results have no order, it is divided by positions (`bands.rs`) if that pays.
//!
//! Both branches visit the same entities and leave the same state; commands and folds are joined by the number of the share. So the clock
//! affects only the duration.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::Walk;
use super::bands::InBands;
use super::pieces::Piece;
use crate::fetch::{Fetch, ParFetch, Places};
use crate::join;
use crate::mask::BitMask;
use crate::parallel::{CHUNK, Divide, THREADED, Trial, divided, pays, sample, with_checks};
use crate::sparse::PositionCache;

/// The steps of one slot: a range of the iteration itself, on the calling thread, or a piece.
///
/// Measured times decide which variant is used; all of them lead to the same items. It is passed to the `work` of `divide_if_faster`.
pub(super) enum Share<'w, M, F: ParFetch> {
    /// A range of steps of the iteration itself. Nothing is checked, as this thread visits each step once.
    Own(Walk<'w, M, F>, Range<usize>, Option<&'w PositionCache>),
    /// Steps that another thread can perform, with a part of the columns that belongs to it alone.
    Sent(Piece<'w, M, F>),
    /// All steps that are left, of which those are visited whose values are in the bands of the thread.
    InBands(InBands<'w, M, F>),
}

impl<M: BitMask, F: ParFetch> Share<'_, M, F> {
    fn for_each(self, function: impl for<'a> FnMut(F::Item<'a>)) {
        match self {
            Self::Own(walk, range, cache) => walk.each_in(range, cache, function),
            // Without threads there are no other shares, and their loops are not even compiled.
            _ if const { !THREADED } => {}
            Self::Sent(piece) => piece.for_each(function),
            Self::InBands(bands) => bands.for_each(function),
        }
    }
}

impl<M: BitMask, F: ParFetch> Walk<'_, M, F> {
    /// Calls a function for each match in a range of steps of its [order](Self::order).
    fn each_in(
        mut self,
        range: Range<usize>,
        cache: Option<&PositionCache>,
        function: impl for<'a> FnMut(F::Item<'a>),
    ) {
        if let Some(slices) = self.reborrow().slices() {
            let (front, _) = F::split_slice(slices, range.end);
            let (_, slices) = F::split_slice(front, range.start);
            return F::each(slices, range.len(), function);
        }
        self.each_within::<true, true, _>(range, cache, function);
    }

    /// Returns the entities that are visited on this thread, as a slice: those of the source, or the cached matches of a scan among them.
    /// `None` if the source is not dense: then a step need not be a match, and positions in such a list would not measure the work.
    fn order<'k>(&'k self, cache: Option<&'k PositionCache>) -> Option<&'k [u32]> {
        let all = self.source.indices()?.len();
        let mut steps = join::Steps::none(F::places(&self.columns));
        steps.begin(&self.source, 0..all, cache);
        Some(steps.order())
    }

    /// Returns true if it is known that the values from a step on are adjacent in all columns.
    fn ends_with_run(&self, cache: Option<&PositionCache>, step: usize) -> bool {
        let Some((positions, [.., last])) = cache.and_then(|cache| cache.in_order(self.source)) else { return false };
        let reaches = last.is_slice && step + last.len as usize >= self.source.steps();
        reaches && positions.found().is_none() && F::places(&self.columns).cached(positions).is_some()
    }

    /// Returns the step after the first `done` steps of an iteration, which may follow the cached matches of a scan.
    fn step_after(&self, cache: Option<&PositionCache>, done: usize) -> usize {
        let last = self.order(cache).and_then(|order| self.source.step_of(*order.get(done.checked_sub(1)?)?));
        last.map_or(done, |step| step + 1)
    }

    /// Returns the number of steps of an iteration before the step `start` of the source: the inverse of
    /// [`step_after`](Self::step_after).
    fn steps_before(&self, cache: Option<&PositionCache>, start: usize) -> usize {
        let is_done = |index: &u32| self.source.step_of(*index).is_some_and(|step| step < start);
        self.order(cache).map_or(start, |order| order.partition_point(is_done))
    }

    /// Maximum number of lanes over which dividing the iteration can pay; one if there is one thread.
    pub(crate) fn lanes(&self) -> usize {
        let steps = self.source.steps();
        steps.div_ceil(sample(steps).max(1)).max(1)
    }

    /// Calls a function for each match, on several threads. The lanes divide the steps, in order, and each is used by one thread at a time.
    /// Cached positions of a view are used if they are current. Each share has a copy of the function, so that values which the function
    /// borrows are known to be unchanged, and are loaded before the loop.
    ///
    /// Runs in **O(steps / threads)** time if that pays, and otherwise takes as long as `for_each` and two readings of the clock.
    pub(crate) fn par_for_each<L: Send, S>(mut self, cache: Option<&PositionCache>, lanes: &mut [L], function: S)
    where
        S: for<'a> Fn(&mut L, F::Item<'a>) + Sync + Copy,
    {
        // With a filter, steps are those of the source and not the cached matches of a scan, even if all are known to pass it.
        let cache = cache.filter(|_| self.filter.is_none());
        self.prepare(self.source.steps());
        self.mark();
        let work = |share: Share<'_, M, F>, lane: &mut L| share.for_each(move |item| function(lane, item));
        self.divide_if_faster(cache, None, lanes, &work, &pays);
    }

    /// Folds the matches of each chunk of steps separately. Chunks depend only on the number of steps.
    ///
    /// The results are in the order of the chunks, so folding them in turn gives the same on any number of threads, even for floats.
    pub(crate) fn par_fold<T: Send, S>(mut self, identity: impl Fn() -> T + Sync, fold: S) -> impl Iterator<Item = T>
    where
        S: for<'a> Fn(T, F::Item<'a>) -> T + Sync,
    {
        // Before `prepare`, which can empty the source: the number of identities that are reduced must depend only on the steps.
        let chunks = self.source.steps().div_ceil(CHUNK);
        self.prepare(self.source.steps());
        self.mark();
        let mut folded: Vec<Option<T>> = (0..chunks).map(|_| None).collect();
        let work = |share: Share<'_, M, F>, slot: &mut Option<T>| {
            let mut value = Some(identity());
            share.for_each(|item| value = value.take().map(|value| fold(value, item)));
            *slot = value;
        };
        self.divide_if_faster(None, Some(CHUNK), &mut folded, &work, &pays);
        folded.into_iter().map(move |value| value.unwrap_or_else(&identity))
    }

    /// Performs the work of `per_slot` steps for each slot, or of a suitable number if it is `None`. The first samples run on this thread,
    /// and are measured: the others are divided over threads only if that saves time.
    ///
    /// One pass has up to four parts, in the order of the steps:
    ///
    /// | steps | on | why |
    /// |---|---|---|
    /// | the first samples | this thread | to measure the time of a step |
    /// | the next ones, if columns are checked | this thread, with checks | to measure the cost of checks |
    /// | the rest | all threads, or again this one | both measurements decide |
    /// | or all the rest, by bands | all threads | if results have no order |
    ///
    /// `pays` compares the nanoseconds on this thread with those on all threads together; it is [`pays`], except in tests.
    fn divide_if_faster<T: Send>(
        mut self,
        cache: Option<&PositionCache>,
        per_slot: Option<usize>,
        slots: &mut [T],
        work: &(impl for<'a> Fn(Share<'a, M, F>, &mut T) + Sync),
        pays: &impl Fn(u64, u64) -> bool,
    ) {
        let all = self.source.steps();
        let steps = self.order(cache).map_or(all, <[u32]>::len);
        let each = |steps: usize, slots: usize| {
            per_slot.unwrap_or_else(|| steps.div_ceil(slots.max(1)).next_multiple_of(CHUNK)).max(1)
        };
        let (per_slot_alone, sampled) = (per_slot.unwrap_or(usize::MAX), sample(steps));
        if const { !THREADED } {
            return self.each_share(0..steps, per_slot_alone, slots, cache, work);
        }
        let per_first = each(steps, slots.len());
        let (first, others) = slots.split_at_mut(slots.len().min((2 * sampled).div_ceil(per_first)));
        let done = steps.min(first.len() * per_first);
        let trial = Trial::start();
        self.each_share(0..done, per_first, first, cache, work);
        let estimated = trial.estimate(done, steps - done);
        if done == steps || !pays(estimated, estimated) {
            return self.each_share(done..steps, per_slot_alone, others, cache, work);
        }
        // The rest of the source begins after the last visited entity.
        let start = self.step_after(cache, done);
        let is_run = self.ends_with_run(cache, start);
        let mut rest = Piece::of(self.reborrow(), start, is_run);
        let (checked, remaining) = (rest.checked(), all - start);
        // If slots have no content, results have no order.
        if const { F::WRITTEN <= 2 && size_of::<T>() == 0 } && checked > 0 {
            drop(rest);
            if self.by_bands(done..steps, estimated, cache, others, work, pays) {
                return;
            }
            rest = Piece::of(self.reborrow(), start, is_run);
        }
        if !pays(estimated, with_checks(estimated, remaining, checked)) {
            drop(rest);
            return self.each_share(done..steps, per_slot_alone, others, cache, work);
        }
        let per_other = each(remaining, others.len());
        let tried = if checked == 0 { 0 } else { others.len().min(sampled.div_ceil(per_other)) };
        let (second, others) = others.split_at_mut(tried);
        let (trial, tried) = (Trial::start(), remaining.min(tried * per_other));
        rest = each_piece(rest, per_other, second, work);
        let (start, remaining) = (start + tried, remaining - tried);
        if checked > 0 {
            let estimated = estimated / (remaining + tried).max(1) as u64 * remaining as u64;
            if !pays(estimated, trial.estimate(tried, remaining)) {
                drop(rest);
                let done = self.steps_before(cache, start);
                return self.each_share(done..steps, per_slot_alone, others, cache, work);
            }
        }
        let work = |piece: Piece<'_, M, F>, slot: &mut T| work(Share::Sent(piece), slot);
        divided(rest, each(remaining, others.len()), others, &work);
    }

    /// Performs the work of `per_slot` steps for each slot, on this thread.
    fn each_share<T, W: for<'a> Fn(Share<'a, M, F>, &mut T)>(
        &mut self,
        steps: Range<usize>,
        per_slot: usize,
        slots: &mut [T],
        cache: Option<&PositionCache>,
        work: &W,
    ) {
        let starts = (0..slots.len()).map(|slot| steps.start.saturating_add(slot.saturating_mul(per_slot)));
        for (start, slot) in starts.zip(slots) {
            if start < steps.end {
                work(Share::Own(self.reborrow(), start..steps.end.min(start.saturating_add(per_slot)), cache), slot);
            }
        }
    }

    /// Calls a function for the slices of each chunk of `size` matches, with the position of its first match; `None` if there are no
    /// slices.
    pub(crate) fn par_slices(self, size: usize, function: impl Fn(usize, F::Slice<'_>) + Sync) -> Option<()> {
        if self.filter.is_none() && F::all_aligned(&self.columns) {
            self.mark();
        }
        let steps = self.source.steps();
        let chunks = Chunks::<F> { slices: self.slices()?, first: 0 };
        // Not longer than the slices, so that the sum of all chunks does not overflow.
        let size = size.min(steps.max(1));
        let mut slots = vec![(); steps.div_ceil(size)];
        divided(chunks, size, &mut slots, &|chunk: Chunks<'_, F>, (): &mut ()| function(chunk.first, chunk.slices));
        Some(())
    }
}

/// Performs the work of `per_slot` steps of a piece for each slot, on this thread, and returns the steps that are left.
fn each_piece<'w, T, M: BitMask, F: ParFetch>(
    mut rest: Piece<'w, M, F>,
    per_slot: usize,
    slots: &mut [T],
    work: &impl for<'a> Fn(Share<'a, M, F>, &mut T),
) -> Piece<'w, M, F> {
    for slot in slots {
        let (front, back) = rest.divide(per_slot);
        rest = back;
        work(Share::Sent(front), slot);
    }
    rest
}

/// Slices, and the position at which they begin in the whole.
///
/// Only slices are needed, since [`par_slices`](Walk::par_slices) passes on no entities, and there is no filter.
struct Chunks<'w, F: Fetch> {
    slices: F::Slice<'w>,
    /// The position of their first value in the whole.
    first: usize,
}

impl<F: ParFetch> Divide for Chunks<'_, F> {
    fn divide(self, steps: usize) -> (Self, Self) {
        // There are at least this many: slices are cut between chunks, and only the last chunk may be shorter.
        let (front, back) = F::split_slice(self.slices, steps);
        (Self { slices: front, ..self }, Self { slices: back, first: self.first + steps })
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests;
