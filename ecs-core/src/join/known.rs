//! Iteration over entities that are not adjacent, at positions that are cached for all columns that are not in their order. Allocates
//! nothing.
//!
//! The kernel takes the positions of a written column from a list whose positions were once found to be distinct, so nothing is proven at a
//! step, and nothing is looked up.

use crate::fetch::{KnownOf, Stretch, ValueOf};
use crate::sparse::Source;

/// Entities of which some were not visited yet, and the columns that are fetched from.
pub(super) struct Known<'w, F: Stretch> {
    values: F::Known<'w>,
    indices: &'w [u32],
    step: usize,
}

impl<'w, F: Stretch> Known<'w, F> {
    /// Visits all entities of a source. `None` unless it is dense and the positions of all are known.
    #[inline(always)]
    pub(super) fn new(columns: F::Columns<'w>, source: Source<'w>, known: KnownOf<'w, F>) -> Option<Self> {
        let indices = source.indices()?;
        Some(Self { values: F::known(columns, known, indices.len())?, indices, step: 0 })
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<ValueOf<'w, F>> {
        loop {
            let index = self.indices.get(self.step)?;
            let value = F::known_at(&mut self.values, self.step, index);
            self.step += 1;
            if value.is_some() {
                return value;
            }
        }
    }

    /// Maximum number of items.
    pub(super) fn most(&self) -> usize {
        self.indices.len() - self.step
    }
}
