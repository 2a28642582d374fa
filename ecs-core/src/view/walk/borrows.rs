//! Further borrows of an iteration: a shorter one, and a second one of columns that are only read.

use super::Walk;
use crate::fetch::{Fetch, ReadFetch};
use crate::mask::BitMask;

impl<M: BitMask, F: Fetch> Walk<'_, M, F> {
    /// Borrows the iteration for a shorter time.
    ///
    /// So an iteration can be used twice in turn: the shorter one borrows its columns, which are available again afterwards.
    #[inline]
    pub(crate) fn reborrow(&mut self) -> Walk<'_, M, F> {
        Walk {
            columns: F::reborrow(&mut self.columns),
            source: self.source,
            entities: self.entities,
            filter: self.filter.clone(),
        }
    }
}

impl<M: BitMask, F: ReadFetch> Walk<'_, M, F> {
    /// Returns a second borrow of the iteration.
    ///
    /// Both visit the same entities, since nothing is written.
    #[inline]
    pub(crate) fn share(&self) -> Self {
        let Self { source, entities, .. } = *self;
        Self { columns: F::share(&self.columns), source, entities, filter: self.filter.clone() }
    }
}
