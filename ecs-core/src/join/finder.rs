//! Finds where the next items of an iterator are, without access to the components.
//!
//! The bulk of the code (runs of columns that are only read, the filter, lookups) is here, not inlined, and generic over the kinds of
//! indices and the filter only: one copy serves all iterators over the same number of columns. The part that is generic over components
//! only reads values at given positions (`later.rs`).
//!
//! ```text
//! steps     a b c d e f g h | i j k l ...      a run of 8 is kept as a whole: it is yielded as slices
//! picked                      i . k l          elsewhere the filter tests 64 entities at once, and up to 32 of those that pass
//! few                         5 . 0 9          are looked up in each column
//!
//! a run     a b c d e f g h . j k l m n o p .. if the filter drops few of a run, the stretches between these are yielded as slices
//! ```

use core::mem;
use core::ops::Range;

use super::apart::MOST;
use super::keep::{Keep, Passed, TESTED};
use super::steps::{Next, Steps};
use super::{AT_ONCE, FIRST, MORE};
use crate::fetch::{KEPT, LookedUp, Places};
use crate::sparse::{LEAST_PAIRED, PairCache, Source};

/// Number of entities of a sample; at most a quarter of [`MOST`].
const SAMPLE: usize = 8;

/// Minimum average length of the stretches between dropped entities, for them to be runs.
const STRETCH: u32 = 8;

/// Minimum number of entities of a block of 64 that must pass the filter for the block to be read as a slice. Looking up fewer costs less.
const THINNED: usize = 32;

/// Where the next items are.
pub(super) enum Found<'w> {
    /// Entities whose values are adjacent in all columns. The positions of the first of them are at the beginning of the room.
    Run(Part<'w>),
    /// The positions of this number of items were found: those of the last ones of the room.
    Apart(usize),
    End,
}

/// A part of a run.
pub(super) struct Part<'w> {
    /// The step of the first of its entities.
    pub(super) first: usize,
    pub(super) indices: &'w [u32],
    /// Which of them the filter keeps; `None` if it keeps all.
    pub(super) kept: Option<Passed>,
}

/// The steps of an iterator that were not visited yet, and the positions of the next items.
pub(super) struct Finder<'w, P: Places, K> {
    /// Position of each item in each column. The items that are looked up are the last ones of the room: they end where it ends. Before a
    /// run is returned, the first ones are those of its first entity.
    pub(super) few: P::Few,
    /// Step of each item.
    at_steps: [u32; KEPT],
    steps: Steps<'w, P>,
    places: P,
    source: Source<'w>,
    /// Untested steps of a run of which the filter drops some.
    run: Range<usize>,
    /// Entities of the current block that passed the filter but were not yielded as slices yet.
    stretches: Passed,
    /// Untested steps that are visited one by one.
    apart: Range<usize>,
    /// Entities of the current block that passed the filter but were not looked up yet.
    passed: Passed,
    /// The step at which the current block begins.
    block: usize,
    /// Maximum number of entities that are looked up next.
    most: usize,
    keep: K,
    /// Where positions are requested if all entities were visited.
    requested: Option<&'w PairCache>,
}

/// The entities of a source, if their values are adjacent in all columns and all are kept. For more than [`AT_ONCE`] entities, only if the
/// columns are already known to be in one order; they are not compared. (`None` if a column may be a part of a storage, which may lack some
/// of these values.)
#[inline(never)]
pub(super) fn whole<'w, P: Places, K: Keep>(places: P, indices: Option<&'w [u32]>, keep: &K) -> Option<&'w [u32]> {
    let indices = indices.filter(|_| !P::SPLIT)?;
    let is_whole = places.all_aligned() && keep.keeps_all()
        || indices.len() <= AT_ONCE && places.run_len(indices) == indices.len() && keep.keeps_each(indices);
    is_whole.then_some(indices)
}

/// How entities are iterated, as far as this is known before the first item.
pub(super) enum Way<'w, P: Places> {
    /// They are at most [`MOST`], all kept, and adjacent in all columns, which are no parts of storages.
    Whole,
    /// All are kept, and their positions are known, as they were cached.
    Known(P::Known<'w>),
    /// Each is looked up when its item is requested, of the first 64 only these.
    Apart(Passed),
    /// Runs are searched, and the positions of others are found together.
    Searched,
    /// As before, but no runs are expected, and cached positions would be used. They are requested if the iteration visits all entities:
    /// for one that ends early, reading them would take longer than it does.
    Uncached(&'w PairCache),
}

impl<'w, P: Places> Way<'w, P> {
    /// Where positions are requested if all entities are visited.
    #[inline(always)]
    pub(super) fn requested(&self) -> Option<&'w PairCache> {
        if let Self::Uncached(pairs) = self { Some(pairs) } else { None }
    }
}

/// How the entities of a source are iterated. More than [`MOST`] are looked up one by one, or at known positions, only if all are kept, and
/// no sample of [`SAMPLE`] entities, at the beginning and after each quarter, is adjacent in all columns.
#[inline(never)]
pub(super) fn way<'w, P: Places, K: Keep>(
    places: P,
    source: Source<'w>,
    keep: &K,
    writes: bool,
    pairs: Option<&'w PairCache>,
) -> Way<'w, P> {
    let indices = source.indices().unwrap_or_default();
    let len = indices.len();
    if len > MOST {
        let is_run = |quarter| places.run_len(&indices[quarter * (len / 4)..][..SAMPLE]) == SAMPLE;
        if !keep.keeps_all() || (0..4).any(is_run) {
            return Way::Searched;
        }
        return match pairs {
            Some(pairs) => places.known(pairs, source, false).map_or(Way::Uncached(pairs), Way::Known),
            None if writes => Way::Searched,
            None => Way::Apart(Passed::all(TESTED)),
        };
    }
    let kept = keep.sift(indices);
    let keeps_all = kept.len() == len;
    if keeps_all && const { !P::SPLIT } && places.run_len(indices) == len {
        return Way::Whole;
    }
    let pairs = pairs.filter(|_| keeps_all && len >= LEAST_PAIRED);
    pairs.and_then(|pairs| places.known(pairs, source, true)).map_or(Way::Apart(kept), Way::Known)
}

/// Room with the positions of the first of these entities at its beginning.
#[inline(never)]
pub(super) fn find_first<P: Places>(places: P, indices: &[u32]) -> P::Few {
    let mut few = P::FEW;
    places.find(P::uncached(), 0, indices.get(..1).unwrap_or_default(), P::few_rows(&mut few, 0));
    few
}

impl<'w, P: Places, K: Keep> Finder<'w, P, K> {
    #[inline(always)]
    pub(super) fn new(places: P, source: Source<'w>, keep: K, requested: Option<&'w PairCache>) -> Self {
        let steps = Steps::uncached(places, source);
        // Something is required, and all of it is dense; so the source is dense, too.
        debug_assert!(source.indices().is_some(), "the entities of slices are a slice");
        Self {
            few: P::FEW,
            at_steps: [0; KEPT],
            steps,
            places,
            source,
            run: 0..0,
            stretches: Passed(0),
            apart: 0..0,
            passed: Passed(0),
            block: 0,
            most: FIRST,
            keep,
            requested,
        }
    }

    #[inline(never)]
    pub(super) fn next(&mut self) -> Found<'w> {
        loop {
            if self.is_apart() {
                let picked = self.pick();
                if picked > 0 {
                    self.most = (MORE * self.most).min(KEPT);
                    return Found::Apart(picked);
                }
            }
            let mut part = self.part();
            if part.is_none() {
                match self.steps.next_to_keep() {
                    Next::End => {
                        // The orders of up to `AT_ONCE` entities are compared before the first item.
                        if self.source.steps() > AT_ONCE {
                            self.places.compare_again(self.source);
                        }
                        if let Some(pairs) = self.requested.take() {
                            self.places.request(pairs, self.source);
                        }
                        return Found::End;
                    }
                    Next::Run(len) => {
                        let (first, _) = self.steps.last(len);
                        part = self.part_of(first..first + len);
                    }
                    Next::Apart(len) => {
                        let (first, _) = self.steps.last(len);
                        self.apart = first..first + len;
                    }
                }
            }
            let Some(mut part) = part else { continue };
            if let Some(kept) = part.kept.take_if(|kept| kept.len() * TESTED < THINNED * part.indices.len()) {
                self.visit_apart(kept);
                continue;
            }
            let first = part.indices.get(..1).unwrap_or_default();
            self.steps.find(part.first, first, P::few_rows(&mut self.few, 0));
            return Found::Run(part);
        }
    }

    /// Visits the kept entities of the last block, and the rest of its run, one by one.
    pub(super) fn visit_apart(&mut self, kept: Passed) {
        (self.passed, self.apart) = (kept, mem::take(&mut self.run));
    }

    /// The next stretch of kept entities in the current run. If the filter drops too many, a whole block, and which of its entities are
    /// kept.
    pub(super) fn part(&mut self) -> Option<Part<'w>> {
        loop {
            if let Some(stretch) = self.stretches.take_stretch() {
                let first = self.block + stretch.start;
                let indices = self.steps.between(first..first + stretch.len());
                return Some(Part { first, indices, kept: None });
            }
            let block = self.steps.between(self.run.start..self.run.end.min(self.run.start + TESTED));
            if block.is_empty() {
                return None;
            }
            let kept = self.keep.sift(block);
            (self.block, self.run.start) = (self.run.start, self.run.start + block.len());
            if !kept.are_stretches_of(STRETCH) {
                return Some(Part { first: self.block, indices: block, kept: Some(kept) });
            }
            self.stretches = kept;
        }
    }

    /// The whole run, if the filter keeps all of its entities; otherwise its first [`part`](Self::part).
    pub(super) fn part_of(&mut self, run: Range<usize>) -> Option<Part<'w>> {
        let indices = self.steps.between(run.clone());
        // The first block is tested first: if the filter drops a part of it, the masks of all others are not looked at twice.
        let (first, rest) = indices.split_at(indices.len().min(TESTED));
        if self.keep.keeps_each(first) && self.keep.keeps_each(rest) {
            return Some(Part { first: run.start, indices, kept: None });
        }
        self.run = run;
        self.part()
    }

    /// Returns true if the next entities are visited one by one.
    pub(super) fn is_apart(&self) -> bool {
        self.passed.len() > 0 || !self.apart.is_empty()
    }

    /// Visits the run that was found last one by one, from this step to its end: it has no slices after all.
    #[cold]
    pub(super) fn refuse(&mut self, first: usize, len: usize) {
        self.apart = first..(first + len).max(self.run.end);
        (self.run, self.stretches) = (0..0, Passed(0));
    }

    /// Lower and upper bound of the number of items, including `looked_up` ones. `is_certain` says that all entities have what is required.
    pub(super) fn bounds(&self, looked_up: usize, is_certain: bool) -> (usize, usize) {
        let tested = looked_up + self.passed.len() + self.stretches.len();
        let most = tested + self.apart.len() + self.run.len() + self.steps.len();
        (if is_certain && self.keep.is_unfiltered() { most } else { 0 }, most)
    }

    /// The next step, and the entities from there on.
    pub(super) fn ahead(&self) -> (usize, &'w [u32]) {
        self.steps.ahead()
    }

    /// The entities of these steps.
    pub(super) fn between(&self, steps: Range<usize>) -> &'w [u32] {
        self.steps.between(steps)
    }

    /// Skips `len` steps, which are a run.
    pub(super) fn pass(&mut self, len: usize) {
        self.steps.pass(len);
    }

    /// Looks up all items instead of searching for runs. Called before the first item.
    #[inline(always)]
    pub(super) fn look_up_all(&mut self) {
        self.apart = self.steps.take_all();
    }

    /// Looks up all further items instead of searching for runs.
    pub(super) fn search_no_runs(&mut self) {
        self.steps.search_no_runs();
    }

    /// The entity of an item.
    #[inline(always)]
    pub(super) fn looked_up(&self, at: usize) -> LookedUp<'w> {
        let step = self.at_steps[at % KEPT] as usize;
        LookedUp { at, step, index: self.steps.entity(step) }
    }

    /// Looks up the next kept entities of those that are visited one by one. Returns their number.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer steps than entities, which are below 2^32")]
    fn pick(&mut self) -> usize {
        if self.keep.keeps_all() {
            let first = self.apart.start;
            let indices = self.steps.between(first..self.apart.end.min(first + self.most));
            let unused = KEPT - indices.len().min(KEPT);
            for (step, at) in self.at_steps[unused..].iter_mut().zip(first as u32..) {
                *step = at;
            }
            self.steps.find(first, indices, P::few_rows(&mut self.few, unused));
            self.apart.start += indices.len();
            return indices.len();
        }
        let (mut picked, mut steps, mut entities) = (0, [0; KEPT], [0; KEPT]);
        while picked < self.most {
            if let Some(at) = self.passed.next() {
                let step = self.block + at;
                entities[picked] = *self.steps.entity(step);
                steps[picked] = step as u32;
                picked += 1;
                continue;
            }
            let block = self.steps.between(self.apart.start..self.apart.end.min(self.apart.start + TESTED));
            if block.is_empty() {
                break;
            }
            (self.block, self.passed) = (self.apart.start, self.keep.sift(block));
            self.apart.start += block.len();
        }
        let unused = KEPT - picked.min(KEPT);
        self.at_steps[unused..].copy_from_slice(&steps[..picked]);
        self.steps.find_some(&steps[..picked], &entities[..picked], P::few_rows(&mut self.few, unused));
        picked
    }
}

#[cfg(test)]
mod tests;
