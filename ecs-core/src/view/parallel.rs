//! Iteration on several threads: a group is cut as slices, another source by ranges of steps.
//!
//! Each range is a *piece* with its own part of the columns (`fetch/parallel.rs`) and its own slot for results (`crate::parallel`). The
//! first share is performed on the calling thread as an ordinary iteration, without checks, and measured; the rest is divided if that
//! pays.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::steps::{apart_after, run_len};
use super::{Filter, Walk};
use crate::fetch::{Fetch, ParFetch};
use crate::join::TESTED;
use crate::mask::BitMask;
use crate::parallel::{CHUNK, Divide, Trial, divided, share};
use crate::population::Population;
use crate::source::Source;

/// The steps of one slot: a range of the iteration itself, on the calling thread, or a piece.
enum Share<'w, M, F: ParFetch> {
    Own(Walk<'w, M, F>, Range<usize>),
    Sent(Piece<'w, M, F>),
}

impl<M: BitMask, F: ParFetch> Share<'_, M, F> {
    fn for_each(self, function: impl for<'a> FnMut(F::Item<'a>)) {
        match self {
            Self::Own(walk, range) => walk.each_in(range, function),
            Self::Sent(piece) => piece.for_each(function),
        }
    }
}

/// The part of an iteration that one thread performs.
enum Piece<'w, M, F: ParFetch> {
    /// Slices of this length, which is not 0.
    Slices(Option<F::Slice<'w>>, usize),
    Scattered(Steps<'w, M, F>),
}

/// A range of steps of a source, with the columns at these steps.
struct Steps<'w, M, F: ParFetch> {
    part: F::Part<'w>,
    range: Range<usize>,
    source: Source<'w>,
    entities: &'w Population<M>,
    filter: Option<Filter<M>>,
}

impl<'w, M: BitMask, F: ParFetch> Piece<'w, M, F> {
    fn of(mut walk: Walk<'w, M, F>) -> Self {
        let steps = walk.source.steps();
        // Tested with a reborrow first: the columns are still needed if there are no slices.
        if walk.reborrow().slices().is_some() {
            return Self::Slices(walk.slices(), steps);
        }
        let Walk { columns, source, entities, filter } = walk;
        Self::Scattered(Steps { part: F::whole(columns, source), range: 0..steps, source, entities, filter })
    }

    fn for_each(self, function: impl for<'a> FnMut(F::Item<'a>)) {
        match self {
            Self::Slices(Some(slices), len) => F::each(slices, len, function),
            Self::Slices(None, _) => {}
            Self::Scattered(steps) => steps.for_each(function),
        }
    }
}

impl<M: BitMask, F: ParFetch> Steps<'_, M, F> {
    fn for_each(self, function: impl for<'a> FnMut(F::Item<'a>)) {
        match self.source.indices() {
            Some(indices) if self.filter.is_none() => self.each_step(indices, function),
            _ => self.each_kept(function),
        }
    }

    /// As [`Walk::each_step`], of a part; items are looked up one by one.
    fn each_step(mut self, indices: &[u32], mut function: impl for<'a> FnMut(F::Item<'a>)) {
        let Range { start: mut first, end } = self.range;
        let mut apart = 0;
        while let Some(rest @ [_, ..]) = indices.get(first..end) {
            let len = if F::SLICED { run_len(rest, apart, |some| F::part_run_len(&self.part, some)) } else { 0 };
            if const { F::SLICED }
                && len > 0
                && let Some(slices) = F::part_run_at(&mut self.part, first, &rest[..len])
            {
                F::each(slices, len, &mut function);
                (first, apart) = (first + len, 0);
                continue;
            }
            apart = apart_after(apart);
            let some = &rest[..rest.len().min(apart)];
            for (index, step) in some.iter().zip(first..) {
                if let Some(item) = F::fetch(&mut self.part, step, *index) {
                    function(item);
                }
            }
            first += some.len();
        }
    }

    /// The same with a filter.
    fn each_kept(mut self, mut function: impl for<'a> FnMut(F::Item<'a>)) {
        if let (Some(indices), Some(filter)) = (self.source.indices(), &self.filter) {
            let mut first = self.range.start;
            for block in indices.get(self.range).unwrap_or_default().chunks(TESTED) {
                for at in filter.sift(&self.entities.masks, block) {
                    if let Some(item) = F::fetch(&mut self.part, first + at, block[at]) {
                        function(item);
                    }
                }
                first += block.len();
            }
            return;
        }
        let Range { start: mut next, end } = self.range;
        while next < end {
            let step = if F::BY_ENTITY { self.source.skip(next).min(end - 1) } else { next };
            next = step + 1;
            let keep = |index: &u32| self.filter.as_ref().is_none_or(|it| it.keeps(&self.entities.masks, *index));
            if let Some(index) = self.source.at(step).filter(keep)
                && let Some(item) = F::fetch(&mut self.part, step, index)
            {
                function(item);
            }
        }
    }
}

impl<M: BitMask, F: ParFetch> Divide for Piece<'_, M, F> {
    fn divide(self, steps: usize) -> (Self, Self) {
        match self {
            Self::Slices(slices, len) => {
                let middle = steps.min(len);
                let (front, back) = slices.map(|slices| F::split_slice(slices, middle)).unzip();
                (Self::Slices(front, middle), Self::Slices(back, len - middle))
            }
            Self::Scattered(mut back) => {
                let (first, rest) = back.range.divide(steps);
                let part = F::split_front(&mut back.part, rest.start);
                let front = Steps { part, range: first, filter: back.filter.clone(), ..back };
                (Self::Scattered(front), Self::Scattered(Steps { range: rest, ..back }))
            }
        }
    }
}

impl<M: BitMask, F: ParFetch> Walk<'_, M, F> {
    /// Calls a function for each match in a range of steps.
    fn each_in(mut self, range: Range<usize>, function: impl for<'a> FnMut(F::Item<'a>)) {
        if let Some(slices) = self.reborrow().slices() {
            let (front, _) = F::split_slice(slices, range.end);
            let (_, slices) = F::split_slice(front, range.start);
            return F::each(slices, range.len(), function);
        }
        self.each_within(range, None, function);
    }

    /// Number of lanes over which dividing the iteration can pay; one if there is one thread.
    pub(crate) fn lanes(&self) -> usize {
        let steps = self.source.steps();
        steps.div_ceil(share(steps).max(1)).max(1)
    }

    /// Calls a function for each match, on several threads: lanes divide the steps, in order, and each is used by one thread
    /// at a time.
    pub(crate) fn par_for_each<L: Send, S>(self, lanes: &mut [L], function: S)
    where
        S: for<'a> Fn(&mut L, F::Item<'a>) + Sync,
    {
        let per_lane = self.source.steps().div_ceil(lanes.len().max(1)).next_multiple_of(CHUNK);
        self.par_shares([per_lane, usize::MAX], lanes, &|share: Share<'_, M, F>, lane: &mut L| {
            share.for_each(|item| function(lane, item));
        });
    }

    /// Folds the matches of each chunk of steps by itself. Chunks depend on the number of steps only.
    pub(crate) fn par_fold<T: Send, S>(self, identity: impl Fn() -> T + Sync, fold: S) -> impl Iterator<Item = T>
    where
        S: for<'a> Fn(T, F::Item<'a>) -> T + Sync,
    {
        let chunks = self.source.steps().div_ceil(CHUNK);
        let mut folded: Vec<Option<T>> = (0..chunks).map(|_| None).collect();
        self.par_shares([CHUNK; 2], &mut folded, &|share: Share<'_, M, F>, slot: &mut Option<T>| {
            let mut value = Some(identity());
            share.for_each(|item| value = value.take().map(|value| fold(value, item)));
            *slot = value;
        });
        folded.into_iter().flatten()
    }

    /// Performs the work of `per_slot` steps for each slot. The first share is performed on this thread, and measured: the others are
    /// divided over threads only if that saves time; otherwise each slot may be given `alone` steps on this one.
    fn par_shares<T: Send, W>(mut self, [per_slot, alone]: [usize; 2], slots: &mut [T], work: &W)
    where
        W: for<'a> Fn(Share<'a, M, F>, &mut T) + Sync,
    {
        let steps = self.source.steps();
        let measured = share(steps).div_ceil(per_slot.max(1)).min(slots.len());
        let (first, others) = slots.split_at_mut(measured);
        let done = steps.min(measured * per_slot);
        let trial = Trial::start();
        self.each_share(0, per_slot, first, work);
        if !trial.pays(done, steps - done, F::checked(&self.columns)) {
            return self.each_share(done, alone, others, work);
        }
        let (_, rest) = Piece::of(self).divide(done);
        divided(rest, per_slot, others, &|piece: Piece<'_, M, F>, slot: &mut T| work(Share::Sent(piece), slot));
    }

    /// Performs the work of `per_slot` steps for each slot, from a step on, on this thread.
    fn each_share<T, W: for<'a> Fn(Share<'a, M, F>, &mut T)>(
        &mut self,
        first: usize,
        per_slot: usize,
        slots: &mut [T],
        work: &W,
    ) {
        let steps = self.source.steps();
        let starts = (0..slots.len()).map(|slot| first.saturating_add(slot.saturating_mul(per_slot)));
        for (start, slot) in starts.zip(slots) {
            if start < steps {
                work(Share::Own(self.reborrow(), start..steps.min(start.saturating_add(per_slot))), slot);
            }
        }
    }

    /// Calls a function for the slices of each chunk of `size` matches, with the position of its first match; `None` if there are no
    /// slices.
    pub(crate) fn par_slices(self, size: usize, function: impl Fn(usize, F::Slice<'_>) + Sync) -> Option<()> {
        let steps = self.source.steps();
        let chunks = Chunks::<F> { slices: self.slices()?, first: 0 };
        // A longer chunk ends where the slices do; the sum of all chunks must not overflow.
        let size = size.min(steps.max(1));
        let mut slots = vec![(); steps.div_ceil(size)];
        divided(chunks, size, &mut slots, &|chunk: Chunks<'_, F>, (): &mut ()| function(chunk.first, chunk.slices));
        Some(())
    }
}

/// Slices that begin at a position of the whole.
struct Chunks<'w, F: Fetch> {
    slices: F::Slice<'w>,
    first: usize,
}

impl<F: ParFetch> Divide for Chunks<'_, F> {
    fn divide(self, steps: usize) -> (Self, Self) {
        // There are at least this many: slices are cut between chunks, and only the last chunk may be shorter.
        let (front, back) = F::split_slice(self.slices, steps);
        (Self { slices: front, ..self }, Self { slices: back, first: self.first + steps })
    }
}
