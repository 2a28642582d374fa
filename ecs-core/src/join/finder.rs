//! Where the next items of an iterator are, without the components.
//!
//! All that costs code (runs of what is only read, the filter, lookups) is here, out of line, and generic over the kinds of indices and the
//! filter alone: one copy serves all iterators of so many columns. What is generic over components reads values at positions (`later.rs`).
//!
//! ```text
//! steps     a b c d e f g h | i j k l ...      a run of 8 is kept as a whole: it is yielded as slices
//! picked                      i . k l          elsewhere the filter tests 64 entities at once, and up to 32 of those that pass
//! few                         5 . 0 9          are looked up in each column
//!
//! a run     a b c d e f g h . j k l m n o p .. if the filter drops few entities of a run, what is between them is yielded as slices
//! ```

use core::mem;
use core::ops::Range;

use super::keep::{Keep, Passed, TESTED};
use super::steps::{Next, Steps};
use super::{AT_ONCE, FIRST};
use crate::fetch::{KEPT, LookedUp, Places};
use crate::source::Source;

/// Minimum length, on average, of stretches between entities that a filter drops, which are read as slices.
const READ: u32 = 8;

/// Where the next items are.
pub(super) enum Found<'w> {
    /// The values of these entities, of which the first is at this step, are adjacent in all columns.
    Run(usize, &'w [u32]),
    /// So many items are at the positions that were found.
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
    /// Positions by item, in each column.
    pub(super) few: P::Few,
    /// Steps of the entities by item.
    at_steps: [u32; KEPT],
    steps: Steps<'w, P>,
    places: P,
    source: Source<'w>,
    /// Steps of a run that the filter does not keep as a whole, and that were not tested yet.
    run: Range<usize>,
    /// Those of the current block that passed the filter and were not yielded as slices yet.
    stretches: Passed,
    /// Steps that are visited one by one, and not tested for the filter yet.
    apart: Range<usize>,
    /// Those of the current block that passed the filter and were not looked up yet.
    passed: Passed,
    /// The step at which the current block begins.
    block: usize,
    /// Maximum number of entities that are looked up next.
    most: usize,
    keep: K,
}

/// The entities of a source, if their values are adjacent in all columns and all are kept; of more than [`AT_ONCE`] entities only if the
/// columns are known to be so, without a comparison. (`None` if a column may be a part of a storage, which may lack some of these values.)
#[inline(never)]
pub(super) fn whole<'w, P: Places, K: Keep>(places: P, indices: Option<&'w [u32]>, keep: &K) -> Option<&'w [u32]> {
    let indices = indices.filter(|_| !P::SPLIT)?;
    let is_whole = places.all_aligned() && keep.keeps_all()
        || indices.len() <= AT_ONCE && places.run_len(indices) == indices.len() && keep.keeps_each(indices);
    is_whole.then_some(indices)
}

impl<'w, P: Places, K: Keep> Finder<'w, P, K> {
    #[inline(always)]
    pub(super) fn new(places: P, source: Source<'w>, keep: K) -> Self {
        let steps = Steps::uncached(places, source);
        // Something is required, and all of it is dense: so is what is iterated.
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
        }
    }

    #[inline(never)]
    pub(super) fn next(&mut self) -> Found<'w> {
        loop {
            let picked = self.pick();
            if picked > 0 {
                self.most = (2 * self.most).min(KEPT);
                return Found::Apart(picked);
            }
            if let Some((first, indices)) = self.stretch(READ) {
                return Found::Run(first, indices);
            }
            if self.is_apart() {
                continue;
            }
            match self.steps.next_to_keep(&mut self.few) {
                Next::End => {
                    self.places.compare_again(self.source);
                    return Found::End;
                }
                Next::Run(len) => {
                    let (first, _) = self.steps.last(len);
                    if let Some((first, indices)) = self.kept_of(first..first + len, READ) {
                        return Found::Run(first, indices);
                    }
                }
                Next::Apart(len) => {
                    let (first, _) = self.steps.last(len);
                    self.apart = first..first + len;
                }
            }
        }
    }

    /// The next entities of the current run that the filter keeps, which are adjacent there, and the step of the first. If the filter drops
    /// too many, the rest of the run is visited one by one.
    fn stretch(&mut self, least: u32) -> Option<(usize, &'w [u32])> {
        let part = self.part(least)?;
        if let Some(kept) = part.kept {
            self.visit_apart(kept);
            return None;
        }
        Some((part.first, part.indices))
    }

    /// Visits what is kept of the last block, and what is left of its run, one by one.
    pub(super) fn visit_apart(&mut self, kept: Passed) {
        (self.passed, self.apart) = (kept, mem::take(&mut self.run));
    }

    /// The next entities of the current run that the filter keeps; where it drops too many, a block with them, and which of it they are.
    pub(super) fn part(&mut self, least: u32) -> Option<Part<'w>> {
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
            if !kept.are_stretches_of(least) {
                return Some(Part { first: self.block, indices: block, kept: Some(kept) });
            }
            self.stretches = kept;
        }
    }

    /// What the filter keeps of a run, from its first step on: all of it, or the first [`stretch`](Self::stretch).
    fn kept_of(&mut self, run: Range<usize>, least: u32) -> Option<(usize, &'w [u32])> {
        let indices = self.steps.between(run.clone());
        if self.keep.keeps_each(indices) {
            return Some((run.start, indices));
        }
        self.run = run;
        self.stretch(least)
    }

    /// The same by [`part`](Self::part).
    pub(super) fn part_of(&mut self, run: Range<usize>, least: u32) -> Option<Part<'w>> {
        let indices = self.steps.between(run.clone());
        if self.keep.keeps_each(indices) {
            return Some(Part { first: run.start, indices, kept: None });
        }
        self.run = run;
        self.part(least)
    }

    /// Returns true if what comes next is visited one by one.
    pub(super) fn is_apart(&self) -> bool {
        self.passed.len() > 0 || !self.apart.is_empty()
    }

    /// Visits what was found last, from this step on to the end of its run, one by one: it has no slices after all.
    #[cold]
    pub(super) fn refuse(&mut self, first: usize, len: usize) {
        self.apart = first..(first + len).max(self.run.end);
        (self.run, self.stretches) = (0..0, Passed(0));
    }

    /// Lower and upper bound of the number of items, besides `looked_up`; `is_certain` if all entities have what is required.
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

    /// Passes over so many steps, which are a run.
    pub(super) fn pass(&mut self, len: usize) {
        self.steps.pass(len);
    }

    /// Looks up all items, before the first one.
    #[inline(always)]
    pub(super) fn look_up_all(&mut self) {
        self.apart = self.steps.take_all();
    }

    /// Looks up all further items: no more runs are searched.
    pub(super) fn search_no_runs(&mut self) {
        self.steps.search_no_runs();
    }

    /// The entity of an item.
    #[inline(always)]
    pub(super) fn looked_up(&self, at: usize) -> LookedUp<'w> {
        let step = self.at_steps[at % KEPT] as usize;
        LookedUp { at, step, index: self.steps.entity(step) }
    }

    /// Looks up the next of the entities that are visited one by one, and kept. Returns their number.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer steps than entities, which are below 2^32")]
    fn pick(&mut self) -> usize {
        if self.keep.keeps_all() {
            let first = self.apart.start;
            let indices = self.steps.between(first..self.apart.end.min(first + self.most));
            for (step, at) in self.at_steps[..indices.len()].iter_mut().zip(first as u32..) {
                *step = at;
            }
            self.steps.find(first, indices, P::few_rows(&mut self.few));
            self.apart.start += indices.len();
            return indices.len();
        }
        let (mut picked, mut entities) = (0, [0; KEPT]);
        while picked < self.most {
            if let Some(at) = self.passed.next() {
                let step = self.block + at;
                entities[picked] = *self.steps.entity(step);
                self.at_steps[picked] = step as u32;
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
        self.steps.find_some(&self.at_steps[..picked], &entities[..picked], P::few_rows(&mut self.few));
        picked
    }
}

#[cfg(test)]
mod tests;
