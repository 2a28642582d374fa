//! Owns walks on several threads: slices are cut where a group stands behind them, and the steps of a source elsewhere.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Filter, Walk};
use crate::parallel::{CHUNK, Divide, divided, share};
use crate::{BitMask, Fetch, ParFetch, Population, Source};

/// What one thread walks.
enum Piece<'w, M, F: ParFetch> {
    /// Values side by side, this many of them. (There are some.)
    Slices(Option<F::Slice<'w>>, usize),
    Scattered(Steps<'w, M, F>),
}

/// Some steps of a source, with what is fetched from at them.
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
        // Asked by a borrow first: the columns are still needed where there are no slices.
        if walk.reborrow().slices().is_some() {
            return Self::Slices(walk.slices(), steps);
        }
        let Walk { columns, source, entities, filter } = walk;
        Self::Scattered(Steps { part: F::whole(columns, source), range: 0..steps, source, entities, filter })
    }

    fn for_each(self, mut function: impl for<'a> FnMut(F::Item<'a>)) {
        match self {
            Self::Slices(Some(slices), len) => F::each(slices, len, function),
            Self::Slices(None, _) => {}
            Self::Scattered(Steps { mut part, mut range, source, entities, filter }) => {
                while range.start < range.end {
                    let step = if F::BY_ENTITY { source.skip(range.start) } else { range.start };
                    range.start = step + 1;
                    let keep = |index: &u32| filter.as_ref().is_none_or(|it| it.keeps(&entities.masks, *index));
                    if step < range.end
                        && let Some(index) = source.at(step).filter(keep)
                        && let Some(item) = F::fetch(&mut part, step, index)
                    {
                        function(item);
                    }
                }
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
    /// Over how many lanes it is worth to divide the walk; one if there is one thread.
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
        if let [lane] = lanes {
            return self.for_each(|item| function(lane, item));
        }
        let per_lane = self.source.steps().div_ceil(lanes.len().max(1)).next_multiple_of(CHUNK);
        divided(Piece::of(self), per_lane, lanes, &|piece: Piece<'_, M, F>, lane: &mut L| {
            piece.for_each(|item| function(lane, item));
        });
    }

    /// Folds the matches of each chunk of steps by itself. How steps are divided into chunks depends on their number alone.
    pub(crate) fn par_fold<T: Send, S>(self, identity: impl Fn() -> T + Sync, fold: S) -> impl Iterator<Item = T>
    where
        S: for<'a> Fn(T, F::Item<'a>) -> T + Sync,
    {
        let chunks = self.source.steps().div_ceil(CHUNK);
        let mut folded: Vec<Option<T>> = (0..chunks).map(|_| None).collect();
        divided(Piece::of(self), CHUNK, &mut folded, &|piece: Piece<'_, M, F>, slot: &mut Option<T>| {
            let mut value = Some(identity());
            piece.for_each(|item| value = value.take().map(|value| fold(value, item)));
            *slot = value;
        });
        folded.into_iter().flatten()
    }

    /// Calls a function for the slices of each chunk of so many matches, with the position of its first; `None` if there
    /// are no slices.
    pub(crate) fn par_slices(self, size: usize, function: impl Fn(usize, F::Slice<'_>) + Sync) -> Option<()> {
        let steps = self.source.steps();
        let chunks = Chunks::<F> { slices: self.slices()?, first: 0 };
        let mut slots = vec![(); steps.div_ceil(size)];
        divided(chunks, size, &mut slots, &|chunk: Chunks<'_, F>, (): &mut ()| function(chunk.first, chunk.slices));
        Some(())
    }
}

/// Slices that begin at a position.
struct Chunks<'w, F: Fetch> {
    slices: F::Slice<'w>,
    first: usize,
}

impl<F: ParFetch> Divide for Chunks<'_, F> {
    fn divide(self, steps: usize) -> (Self, Self) {
        // There are as many at least: slices are cut between chunks, and the last of these alone may be shorter.
        let (front, back) = F::split_slice(self.slices, steps);
        (Self { slices: front, ..self }, Self { slices: back, first: self.first + steps })
    }
}
