//! Iteration that looks up each item on request: for fetches without runs, such as an `Option` beside required values that form no run.
//! Allocates nothing.
//!
//! `next` finds one step at a time. `fold` consumes the iterator, so it chooses a loop once: over a slice of entities, over blocks of 64
//! that are tested for the filter at once, or, for sources with empty steps, the loop of `next`.

use super::keep::{Keep, kept_blocks};
use crate::fetch::Fetch;
use crate::sparse::Source;

/// The remaining steps of a source, and the columns that are fetched from.
pub(super) struct Direct<'w, F: Fetch, K> {
    scattered: F::Scattered<'w>,
    source: Source<'w>,
    /// The entities by step, if the source is dense. Stored, so that a step does not test the kind of source again.
    indices: Option<&'w [u32]>,
    step: usize,
    keep: K,
}

impl<'w, F: Fetch, K: Keep> Direct<'w, F, K> {
    /// Whether all sources are dense: something is required, and all of it is dense.
    const DENSE: bool = F::REQUIRED > 0 && !F::BY_ENTITY;

    #[inline(always)]
    pub(super) fn new(columns: F::Columns<'w>, source: Source<'w>, keep: K) -> Self {
        let indices = if const { F::BY_ENTITY } { None } else { source.indices() };
        Self { scattered: F::scatter(columns, source), source, indices, step: 0, keep }
    }

    /// The entities by step, if the source is dense.
    #[inline(always)]
    fn indices(&self) -> Option<&'w [u32]> {
        if const { Self::DENSE } { Some(self.indices.unwrap_or_default()) } else { self.indices }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<F::Item<'w>> {
        if let Some(indices) = self.indices() {
            while let Some(index) = indices.get(self.step) {
                let step = self.step;
                self.step += 1;
                if self.keep.keeps(*index)
                    && let Some(item) = F::next(&mut self.scattered, step, *index)
                {
                    return Some(item);
                }
            }
            return None;
        }
        let mut steps = self.step..self.source.steps();
        while let Some(step) = self.source.next_of(&mut steps, F::BY_ENTITY) {
            self.step = steps.start;
            let Some(index) = self.source.at(step).filter(|index| self.keep.keeps(*index)) else { continue };
            if let Some(item) = F::next(&mut self.scattered, step, index) {
                return Some(item);
            }
        }
        None
    }

    /// Lower and upper bound of the number of items.
    pub(super) fn bounds(&self) -> (usize, usize) {
        bounds(self.source, self.step, F::REQUIRED <= 1 && self.keep.is_unfiltered())
    }

    /// Folds the remaining items, with a loop that is chosen once.
    #[inline(always)]
    pub(super) fn fold<T>(mut self, mut folded: T, mut function: impl FnMut(T, F::Item<'w>) -> T) -> T {
        let Some(indices) = self.indices() else {
            while let Some(item) = self.next() {
                folded = function(folded, item);
            }
            return folded;
        };
        // Taken out of `self`, since a pointer to the filter is passed: all else stays in registers.
        let Self { mut scattered, step, keep, .. } = self;
        if keep.keeps_all() {
            for (index, step) in indices.iter().zip(0..).skip(step) {
                if let Some(item) = F::next(&mut scattered, step, *index) {
                    folded = function(folded, item);
                }
            }
            return folded;
        }
        for block in kept_blocks(indices, step..indices.len(), |block| keep.sift(block)) {
            for (step, index) in block {
                if let Some(item) = F::next(&mut scattered, step, *index) {
                    folded = function(folded, item);
                }
            }
        }
        folded
    }
}

/// Lower and upper bound of the number of items from a step on. `is_certain` says that each entity of the source has what is required.
///
/// ```text
/// source                              step 0     step 4
/// dense, 10 entities, certain         (10, 10)   (6, 6)
/// dense, 10 entities, not certain     (0, 10)    (0, 6)
/// 10 slots, 7 entities, certain       (7, 7)     (0, 6)      how many of the 7 were before step 4 is unknown
/// ```
pub(super) fn bounds(source: Source<'_>, step: usize, is_certain: bool) -> (usize, usize) {
    let steps = source.steps().saturating_sub(step).min(source.upper_bound());
    // Each step of a dense source is an entity with the one required component; steps of other sources may be empty.
    let is_exact = is_certain && (source.indices().is_some() || step == 0);
    (if is_exact { steps } else { 0 }, steps)
}
