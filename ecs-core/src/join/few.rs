//! Iteration over few entities whose values are not one run, or of which a filter drops some: each is looked up when its item is requested.
//! Allocates nothing.
//!
//! The filter is applied to all of them before the first item, since they are not more than it tests at once.

use super::keep::Passed;
use crate::fetch::Fetch;
use crate::sparse::Source;

/// Entities of which some were not visited yet, and the columns that are fetched from.
pub(super) struct Few<'w, F: Fetch> {
    scattered: F::Scattered<'w>,
    indices: &'w [u32],
    /// The numbers of the entities that passed the filter and were not visited yet.
    passed: Passed,
}

impl<'w, F: Fetch> Few<'w, F> {
    /// Visits those of the first entities of a source that passed the filter.
    #[inline(always)]
    pub(super) fn new(columns: F::Columns<'w>, source: Source<'w>, indices: &'w [u32], passed: Passed) -> Self {
        Self { scattered: F::scatter(columns, source), indices, passed }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<F::Item<'w>> {
        loop {
            let step = self.passed.next()?;
            let index = *self.indices.get(step)?;
            if let Some(item) = F::next(&mut self.scattered, step, index) {
                return Some(item);
            }
        }
    }

    /// Lower and upper bound of the number of items.
    pub(super) fn bounds(&self) -> (usize, usize) {
        let most = self.passed.len();
        (if F::REQUIRED <= 1 { most } else { 0 }, most)
    }

    #[inline(always)]
    pub(super) fn fold<T>(mut self, mut folded: T, mut function: impl FnMut(T, F::Item<'w>) -> T) -> T {
        while let Some(item) = self.next() {
            folded = function(folded, item);
        }
        folded
    }
}
