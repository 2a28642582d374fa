//! The rest of an iteration: columns from which runs are cut off as long as they hold the same entities in the same order, and scattered
//! items from the first difference on.
//!
//! The comparison is by windows of entities, so that an iterator that ends early compares little, and one that goes on compares
//! slices of indices.

use core::iter::Zip;
use core::mem;
use core::slice;

use super::direct;
use super::keep::Keep;
use crate::{Source, Stretch};

/// Number of entities that are compared first, to find a run. Later windows are as large as all before them together.
const WINDOW: usize = 256;

/// Minimum length of a run, unless all entities are in it. (A shorter one in the middle of a column would leave two slices, and
/// processors cannot predict in which of these a scattered value is.)
const LEAST: usize = 8;

/// The remaining steps of a source, and the columns that are fetched from.
pub(super) struct Behind<'w, F: Stretch, K> {
    /// A run with its entities, some of which the filter does not keep.
    sifted: Zip<F::Run<'w>, slice::Iter<'w, u32>>,
    rest: Rest<'w, F>,
    source: Source<'w>,
    /// The next step of the source, after the run.
    step: usize,
    generations: &'w [u32],
    keep: K,
}

/// The columns after the last run.
enum Rest<'w, F: Stretch> {
    Nothing,
    /// Columns in the same order so far, and the entities of the source.
    Stretches(F::Cut<'w>, &'w [u32]),
    Scattered(F::Rest<'w>),
}

impl<'w, F: Stretch, K: Keep> Behind<'w, F, K> {
    pub(super) fn new(mut columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let aligned = F::aligned(&columns).is_some() && F::slice(F::reborrow(&mut columns), source).is_some();
        let (generations, mut sifted) = (F::generations(&columns), F::empty().zip(&[]));
        let rest = match source.indices() {
            Some(indices) if aligned => {
                let run = F::slice(columns, source).map_or_else(F::empty, |slice| F::run(slice, indices.len()));
                sifted = run.zip(indices);
                Rest::Nothing
            }
            Some(indices) => Rest::Stretches(F::cut(columns), indices),
            None => Rest::Nothing,
        };
        // Something is required, and all of it is packed: so is what is walked. (There is no code for what cannot be.)
        debug_assert!(source.indices().is_some(), "the entities of what is side by side stand side by side");
        Self { sifted, rest, source, step: 0, generations, keep }
    }

    #[inline(always)]
    pub(super) fn keeps_all(&self) -> bool {
        self.keep.keeps_all()
    }

    /// Lower and upper bound of the number of items.
    pub(super) fn bounds(&self) -> (usize, usize) {
        let Self { source, step, ref sifted, .. } = *self;
        let (least, most) = match self.rest {
            Rest::Nothing => (0, 0),
            Rest::Stretches(..) | Rest::Scattered(_) => {
                direct::bounds(source, step, F::REQUIRED <= 1 && self.keeps_all())
            }
        };
        (least, sifted.len() + most)
    }

    /// Cuts off the next run of all columns, whether its entities are kept or not. After the first difference, the rest is scattered.
    #[inline(never)]
    pub(super) fn run(&mut self) -> F::Run<'w> {
        let Rest::Stretches(cut, indices) = &mut self.rest else { return F::empty() };
        let behind = indices.get(self.step..).unwrap_or_default();
        let window = &behind[..behind.len().min(self.step.max(WINDOW))];
        let together = F::together(cut, self.step, window);
        let is_run = together > 0 && together >= window.len().min(LEAST);
        let run = if is_run { F::take(cut, self.step, &window[..together]) } else { None };
        if run.is_none() || together < window.len() {
            let cut = mem::replace(&mut self.rest, Rest::Nothing);
            if let (Rest::Stretches(cut, _), [_, ..]) = (cut, window) {
                self.rest = Rest::Scattered(F::rest(cut, self.source));
            }
        }
        let run = run.unwrap_or_else(F::empty);
        self.step += run.len();
        run
    }

    /// Searches the next run. Returns whether there may be more.
    #[inline(always)]
    fn sift(&mut self) -> bool {
        let (Rest::Stretches(_, indices), step) = (&self.rest, self.step) else { return false };
        let indices = indices.get(step..).unwrap_or_default();
        self.sifted = self.run().zip(indices);
        true
    }

    /// The next scattered item.
    #[inline(always)]
    pub(super) fn scattered(&mut self) -> Option<F::Item<'w>> {
        let Rest::Scattered(scattered) = &mut self.rest else { return None };
        while self.step < self.source.steps() {
            let step = self.step;
            self.step += 1;
            let Some(index) = self.source.at(step).filter(|index| self.keep.keeps(*index)) else { continue };
            if let Some(item) = F::next_of(scattered, step, index) {
                return Some(item);
            }
        }
        None
    }

    /// Fills `room` with items, except scattered ones that are only read. Returns the number of items.
    pub(super) fn fill(&mut self, room: &mut [Option<F::Item<'w>>]) -> usize {
        let mut filled = 0;
        loop {
            while let Some(place) = room.get_mut(filled)
                && let Some((value, index)) = self.sifted.next()
            {
                if self.keep.keeps(*index) {
                    *place = Some(F::item(value, self.generations));
                    filled += 1;
                }
            }
            if filled == room.len() || !self.sift() {
                break;
            }
        }
        // Items that are only read are looked up where they are used.
        let (Rest::Scattered(scattered), true) = (&mut self.rest, F::WRITES) else { return filled };
        filled + fill_scattered::<F, K>(scattered, self.source, &mut self.step, &self.keep, &mut room[filled..])
    }

    /// Folds all items, with a loop that is chosen once.
    #[inline(always)]
    pub(super) fn fold<T>(mut self, mut folded: T, mut function: impl FnMut(T, F::Item<'w>) -> T) -> T {
        let generations = self.generations;
        loop {
            let sifted = mem::replace(&mut self.sifted, F::empty().zip(&[]));
            folded = sifted.fold(folded, |folded, (value, index)| {
                if self.keep.keeps(*index) { function(folded, F::item(value, generations)) } else { folded }
            });
            if self.keeps_all() {
                folded = self.run().fold(folded, |folded, value| function(folded, F::item(value, generations)));
            } else {
                self.sift();
            }
            if self.sifted.len() == 0 && !matches!(self.rest, Rest::Stretches(..)) {
                break;
            }
        }
        let Self { rest, source, step, keep, .. } = self;
        let Rest::Scattered(scattered) = rest else { return folded };
        fold_scattered::<F, T>(scattered, source, step, &keep, folded, function)
    }
}

/// Fills `room` with items from a step on. Returns the number of items.
///
/// Out of line, so that LLVM knows that `room` does not overlap the tables that are read.
#[inline(never)]
fn fill_scattered<'w, F: Stretch, K: Keep>(
    scattered: &mut F::Rest<'w>,
    source: Source<'w>,
    step: &mut usize,
    keep: &K,
    room: &mut [Option<F::Item<'w>>],
) -> usize {
    let (mut filled, mut next) = (0, *step);
    let indices = source.indices().unwrap_or_default();
    while let (Some(place), Some(index)) = (room.get_mut(filled), indices.get(next)) {
        if keep.keeps(*index) {
            *place = F::next_of(scattered, next, *index);
            filled += usize::from(place.is_some());
        }
        next += 1;
    }
    *step = next;
    filled
}

/// Folds the items from a step on.
#[inline(always)]
fn fold_scattered<'w, F: Stretch, T>(
    mut scattered: F::Rest<'w>,
    source: Source<'w>,
    step: usize,
    keep: &impl Keep,
    mut folded: T,
    mut function: impl FnMut(T, F::Item<'w>) -> T,
) -> T {
    let indices = source.indices().unwrap_or_default();
    for (index, step) in indices.get(step..).unwrap_or_default().iter().zip(step..) {
        if keep.keeps(*index)
            && let Some(item) = F::next_of(&mut scattered, step, *index)
        {
            folded = function(folded, item);
        }
    }
    folded
}
