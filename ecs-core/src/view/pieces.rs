//! Pieces of an iteration, each of which one thread performs: slices, or steps with the columns at these steps.
//!
//! ```text
//! Piece::Slices      [ ............ ]                 values are adjacent in all columns: divided as slices are
//! Piece::Scattered   range 512..1024, and a part      runs that are found are slices, too; other steps are looked up ahead
//! ```
//!
//! A piece owns its part of the columns: no other piece yields what it yields, so it can be sent to another thread. The loops are those of
//! `walk.rs`, but up to [`AHEAD`] items are fetched before they are used.

use core::ops::Range;

use super::{Filter, Walk};
use crate::fetch::ParFetch;
use crate::join::{apart_after, kept_blocks, run_len};
use crate::mask::BitMask;
use crate::parallel::Divide;
use crate::population::Population;
use crate::sparse::Source;

/// Number of items that are fetched in one tight loop, so that memory is read for many at once, whatever is done with each.
const AHEAD: usize = 32;

/// The part of an iteration that one thread performs.
pub(super) enum Piece<'w, M, F: ParFetch> {
    /// Slices, and their length.
    Slices(Option<F::Slice<'w>>, usize),
    /// Steps whose values are looked up, or found in runs.
    Scattered(Steps<'w, M, F>),
}

/// A range of steps of a source, with the columns at these steps.
///
/// Dividing it divides the range. A written column that is one slice from here on is split with it; any other written column stays whole in
/// the kernel, with fewer steps.
pub(super) struct Steps<'w, M, F: ParFetch> {
    part: F::Part<'w>,
    /// Steps of the source, which is not divided.
    range: Range<usize>,
    source: Source<'w>,
    entities: &'w Population<M>,
    /// A copy for each piece, as pieces are on different threads.
    filter: Option<Filter<M>>,
}

impl<'w, M: BitMask, F: ParFetch> Piece<'w, M, F> {
    /// Creates the piece of the steps from `first` on. `is_run` says that their values are known to be adjacent in all columns.
    pub(super) fn of(mut walk: Walk<'w, M, F>, first: usize, is_run: bool) -> Self {
        let steps = walk.source.steps();
        // Tested with a reborrow first: the columns are still needed if there are no slices.
        if walk.reborrow().slices().is_some() {
            return Self::Slices(walk.slices(), steps).divide(first).1;
        }
        let Walk { columns, source, entities, filter } = walk;
        let part = F::from_step(columns, source, first, is_run);
        Self::Scattered(Steps { part, range: first..steps, source, entities, filter })
    }

    /// Number of columns in which each step is checked.
    pub(super) fn checked(&self) -> usize {
        match self {
            Self::Slices(..) => 0,
            Self::Scattered(steps) => F::checked(&steps.part),
        }
    }

    pub(super) fn for_each(self, function: impl for<'a> FnMut(F::Item<'a>)) {
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
            _ => self.each_filtered(function),
        }
    }

    /// Visits the steps of a dense source without a filter, as [`Walk::each_step`] does; items are looked up one by one.
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
            each_ahead::<F>(&mut self.part, (first..).zip(some.iter().copied()), &mut function);
            first += some.len();
        }
    }

    /// Visits the steps of any source, and tests the filter if there is one.
    fn each_filtered(mut self, mut function: impl for<'a> FnMut(F::Item<'a>)) {
        if let (Some(indices), Some(filter)) = (self.source.indices(), &self.filter) {
            for block in kept_blocks(indices, self.range, |block| filter.sift(self.entities.masks(), block)) {
                each_ahead::<F>(&mut self.part, block.map(|(step, index)| (step, *index)), &mut function);
            }
            return;
        }
        let keep = |index: &u32| self.filter.as_ref().is_none_or(|it| it.keeps(self.entities.masks(), *index));
        while let Some(step) = self.source.next_of(&mut self.range, F::BY_ENTITY) {
            if let Some(index) = self.source.at(step).filter(keep)
                && let Some(item) = F::fetch(&mut self.part, step, index)
            {
                function(item);
            }
        }
    }
}

/// Calls a function for the items at these steps, each with the index of its entity.
#[inline(always)]
fn each_ahead<F: ParFetch>(
    part: &mut F::Part<'_>,
    mut steps: impl Iterator<Item = (usize, u32)>,
    mut function: impl for<'a> FnMut(F::Item<'a>),
) {
    let mut room = [const { None }; AHEAD];
    loop {
        let filled = fill::<F>(part, &mut steps, &mut room);
        for slot in &mut room[..filled] {
            if let Some(item) = slot.take() {
                function(item);
            }
        }
        if filled < AHEAD {
            return;
        }
    }
}

/// Fetches the next items, until `room` is full. Returns their number.
///
/// Not inlined, so that LLVM knows that `room` does not overlap the tables that are read.
#[inline(never)]
fn fill<'w, F: ParFetch>(
    part: &mut F::Part<'w>,
    steps: &mut impl Iterator<Item = (usize, u32)>,
    room: &mut [Option<F::Item<'w>>; AHEAD],
) -> usize {
    let mut filled = 0;
    while let Some(slot) = room.get_mut(filled)
        && let Some((step, index)) = steps.next()
    {
        *slot = F::fetch(part, step, index);
        filled += usize::from(slot.is_some());
    }
    filled
}

/// `steps` counts from the first remaining step of the piece. Runs in **O(columns)** time, without a lookup.
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
