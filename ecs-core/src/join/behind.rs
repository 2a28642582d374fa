//! The rest of an iteration: columns from which runs are cut off as long as they hold the same entities in the same order, and scattered
//! items from the first difference on.
//!
//! The comparison is by windows of entities, so that an iterator that ends early compares little, and one that continues compares
//! slices of indices.
//!
//! An example, with a filter that drops the entity `c`:
//!
//! ```text
//! source            a b c d e f g h | i j k ...      all columns agree up to h
//! 1. window         a b c d e f g h                  cut off as a run of 8, the least
//! 2. sift           1 1 0 1 1 1 1 1                  the filter, as bits
//! 3. fill           a b . d e f g h                  items, into the room of `Ahead`; `nth` passes over c
//! 4. the rest       i j k ...                        scattered: sifted in blocks, too, then looked up
//! ```
//!
//! Without a filter step 2 and 3 do not exist: the run itself is returned, and iterated as it is.

use core::mem;

use super::direct;
use super::keep::{Keep, TESTED, kept_blocks};
use crate::fetch::{Stretch, ValueOf};
use crate::source::Source;

/// Number of entities that are compared first, to find a run. Later windows are as large as all before them together.
const WINDOW: usize = 256;

/// Minimum length of a run, unless all entities are in it. (A shorter one in the middle of a column would leave two slices, and
/// processors cannot predict in which of these a scattered value is.)
const LEAST: usize = 8;

/// The remaining steps of a source, and the columns that are fetched from.
pub(super) struct Behind<'w, F: Stretch, K> {
    /// A run with its entities, some of which the filter does not keep.
    sifted: Sifted<'w, F>,
    rest: Rest<'w, F>,
    source: Source<'w>,
    /// The next step of the source, after the run.
    ///
    /// Counted in entities of the source, whether the filter keeps them or not.
    step: usize,
    /// The filter, tested in blocks.
    keep: K,
}

/// A run and its entities.
struct Sifted<'w, F: Stretch> {
    run: F::Run<'w>,
    indices: &'w [u32],
    /// Whether all of them may be kept, which was not tested yet.
    is_new: bool,
}

impl<'w, F: Stretch> Sifted<'w, F> {
    /// A run that is used up.
    fn empty() -> Self {
        Self { run: F::empty(), indices: &[], is_new: false }
    }

    /// Fetches the items of the next entities that are kept, at most as many as there is room for (and [`TESTED`]). Returns their number.
    #[inline(always)]
    fn fill(&mut self, keep: &impl Keep, room: &mut [Option<ValueOf<'w, F>>]) -> usize {
        let (block, behind) = self.indices.split_at(self.indices.len().min(room.len()).min(TESTED));
        self.indices = behind;
        let passed = keep.sift(block);
        if passed.is_all(block.len()) {
            for (item, value) in room.iter_mut().zip(self.run.by_ref().take(block.len())) {
                *item = Some(value);
            }
            return block.len();
        }
        let (mut filled, mut next) = (0, 0);
        for at in passed {
            room[filled] = self.run.nth(at - next);
            filled += 1;
            next = at + 1;
        }
        if next < block.len() {
            self.run.nth(block.len() - next - 1);
        }
        filled
    }
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
        let mut sifted = Sifted::empty();
        let rest = match source.indices() {
            Some(indices) if aligned => {
                let run = F::slice(columns, source).map_or_else(F::empty, |slice| F::run(slice, indices.len()));
                sifted = Sifted { run, indices, is_new: true };
                Rest::Nothing
            }
            Some(indices) => Rest::Stretches(F::cut(columns), indices),
            None => Rest::Nothing,
        };
        // Something is required, and all of it is packed: so is what is walked. (There is no code for what cannot be.)
        debug_assert!(source.indices().is_some(), "the entities of slices are a slice");
        Self { sifted, rest, source, step: 0, keep }
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
        (least, sifted.indices.len() + most)
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
        let run = self.run();
        self.sifted = Sifted { indices: &indices[..run.len()], run, is_new: true };
        true
    }

    /// The next run, if all of its entities are kept; otherwise an empty one, and the run is left to be sifted. Each entity is tested once
    /// for this.
    pub(super) fn kept_run(&mut self) -> F::Run<'w> {
        if self.sifted.indices.is_empty() && !self.sift() || !mem::take(&mut self.sifted.is_new) {
            return F::empty();
        }
        if self.keep.keeps_each(self.sifted.indices) {
            return mem::replace(&mut self.sifted, Sifted::empty()).run;
        }
        F::empty()
    }

    /// Fills more than half of `room` with items, if there are so many. Returns the number of items.
    pub(super) fn fill(&mut self, room: &mut [Option<ValueOf<'w, F>>]) -> usize {
        let filled = self.fill_from_runs(room);
        // What is left of the run comes before what is scattered.
        if !has_room(filled, room) {
            return filled;
        }
        let Rest::Scattered(scattered) = &mut self.rest else { return filled };
        filled + fill_scattered::<F, K>(scattered, self.source, &mut self.step, &self.keep, &mut room[filled..])
    }

    /// The same from runs alone.
    #[inline(never)]
    pub(super) fn fill_from_runs(&mut self, room: &mut [Option<ValueOf<'w, F>>]) -> usize {
        let mut filled = 0;
        while has_room(filled, room) {
            if self.sifted.indices.is_empty() && !self.sift() {
                break;
            }
            filled += self.sifted.fill(&self.keep, &mut room[filled..]);
        }
        filled
    }

    /// Folds what is scattered, after all runs.
    #[inline(always)]
    pub(super) fn fold_scattered<T>(self, folded: T, function: impl FnMut(T, ValueOf<'w, F>) -> T) -> T {
        let Self { rest, source, step, keep, .. } = self;
        let Rest::Scattered(scattered) = rest else { return folded };
        fold_scattered::<F, T>(scattered, source, step, &keep, folded, function)
    }
}

/// Returns true if less than half of `room`, or half of it, is filled. (The last places would be filled by tests of few entities at
/// once.)
#[inline(always)]
fn has_room<T>(filled: usize, room: &[T]) -> bool {
    2 * filled <= room.len() && !room.is_empty()
}

/// Fills `room` with items from a step on; more than half of it, where there is a filter. Returns the number of items.
///
/// Out of line, so that LLVM knows that `room` does not overlap the tables that are read.
#[inline(never)]
fn fill_scattered<'w, F: Stretch, K: Keep>(
    scattered: &mut F::Rest<'w>,
    source: Source<'w>,
    step: &mut usize,
    keep: &K,
    room: &mut [Option<ValueOf<'w, F>>],
) -> usize {
    let (mut filled, mut next) = (0, *step);
    let indices = source.indices().unwrap_or_default();
    while keep.keeps_all()
        && let (Some(place), Some(index)) = (room.get_mut(filled), indices.get(next))
    {
        *place = F::next_of(scattered, next, index);
        filled += usize::from(place.is_some());
        next += 1;
    }
    while !keep.keeps_all()
        && has_room(filled, room)
        && let Some(behind @ [_, ..]) = indices.get(next..)
    {
        let block = &behind[..behind.len().min(room.len() - filled).min(TESTED)];
        for at in keep.sift(block) {
            let place = &mut room[filled];
            *place = F::next_of(scattered, next + at, &block[at]);
            filled += usize::from(place.is_some());
        }
        next += block.len();
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
    mut function: impl FnMut(T, ValueOf<'w, F>) -> T,
) -> T {
    let indices = source.indices().unwrap_or_default();
    if keep.keeps_all() {
        for (index, step) in indices.get(step..).unwrap_or_default().iter().zip(step..) {
            if let Some(value) = F::next_of(&mut scattered, step, index) {
                folded = function(folded, value);
            }
        }
        return folded;
    }
    for block in kept_blocks(indices, step..indices.len(), |block| keep.sift(block)) {
        for (step, index) in block {
            if let Some(value) = F::next_of(&mut scattered, step, index) {
                folded = function(folded, value);
            }
        }
    }
    folded
}
