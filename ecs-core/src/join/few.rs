//! Iteration over few entities whose values are not one run, or of which a filter drops some: each is looked up when its item is requested.
//! Allocates nothing.
//!
//! The filter is applied to all of them before the first item, since they are not more than it tests at once.

use core::hint;

use super::keep::{Keep, Passed, TESTED};
use crate::fetch::Fetch;
use crate::sparse::Source;

/// Maximum number of entities that are iterated like this: as many as a filter tests at once. For more, finding positions at once, and
/// runs, takes less time than single lookups.
pub(super) const MOST: usize = TESTED;

/// Entities of which some were not visited yet, and the columns that are fetched from.
pub(super) struct Few<'w, F: Fetch> {
    scattered: F::Scattered<'w>,
    indices: &'w [u32],
    /// The numbers of the entities that passed the filter and were not visited yet.
    passed: Passed,
    /// Whether each of these entities has what is required.
    is_certain: bool,
}

impl<'w, F: Fetch> Few<'w, F> {
    /// Visits those of the entities of a source that passed the filter.
    #[inline(always)]
    pub(super) fn new(columns: F::Columns<'w>, source: Source<'w>, passed: Passed, keep: &impl Keep) -> Self {
        let indices = source.indices().unwrap_or_default();
        // With a filter, the source may be that of a component which is not fetched.
        let is_certain = F::REQUIRED <= 1 && keep.is_unfiltered();
        Self { scattered: F::scatter(columns, source), indices, passed, is_certain }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<F::Item<'w>> {
        loop {
            let step = self.passed.next()?;
            let index = *self.indices.get(step)?;
            if let Some(item) = F::next(&mut self.scattered, step, index) {
                return Some(item);
            }
            // So that LLVM loads nothing in advance for further entities that may lack a value: it would at each item, for this loop, and a
            // program of one codegen unit would take up to twice as long.
            hint::black_box(());
        }
    }

    /// Lower and upper bound of the number of items.
    pub(super) fn bounds(&self) -> (usize, usize) {
        let most = self.passed.len();
        (if self.is_certain { most } else { 0 }, most)
    }

    #[inline(always)]
    pub(super) fn fold<T>(mut self, mut folded: T, mut function: impl FnMut(T, F::Item<'w>) -> T) -> T {
        while let Some(item) = self.next() {
            folded = function(folded, item);
        }
        folded
    }
}
