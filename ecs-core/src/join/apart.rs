//! Iteration over entities whose values are not adjacent: each is looked up when its item is requested. Allocates nothing.
//!
//! These are up to [`MOST`] entities that are not one run, or of which a filter drops some; and any number that are all kept and only read,
//! if no sample of them is a run. More entities that are written are looked up faster together (`finder.rs`), with a bit per value instead
//! of a proof per entity.

use core::hint;

use super::keep::{Keep, Passed, TESTED};
use crate::fetch::Stretch;
use crate::sparse::Source;

/// Maximum number of entities of which runs are not searched, and of which a filter may drop some: as many as it tests at once.
pub(super) const MOST: usize = TESTED;

/// Entities of which some were not visited yet, and the columns that are fetched from.
pub(super) struct Apart<'w, F: Stretch> {
    scattered: F::Scattered<'w>,
    indices: &'w [u32],
    /// The step of the first entity of the current block of 64.
    block: usize,
    /// The numbers of the entities of this block that are kept and were not visited yet. All entities of further blocks are kept.
    kept: Passed,
    /// Whether each kept entity has what is required.
    is_certain: bool,
}

impl<'w, F: Stretch> Apart<'w, F> {
    /// Visits those of the first 64 entities of a source that are kept, and all others.
    #[inline(always)]
    pub(super) fn new(columns: F::Columns<'w>, source: Source<'w>, kept: Passed, keep: &impl Keep) -> Self {
        let indices = source.indices().unwrap_or_default();
        // With a filter, the source may be that of a component which is not fetched.
        let is_certain = F::REQUIRED <= 1 && keep.is_unfiltered();
        Self { scattered: F::scatter(columns, source), indices, block: 0, kept, is_certain }
    }

    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<F::Item<'w>> {
        loop {
            if let Some(at) = self.kept.next() {
                let step = if const { F::WRITES } { at } else { self.block + at };
                if let Some(item) = F::next(&mut self.scattered, step, *self.indices.get(step)?) {
                    return Some(item);
                }
            } else {
                let left = self.left();
                if left == 0 {
                    return None;
                }
                self.block += TESTED;
                self.kept = Passed::all(left);
            }
            // So that LLVM loads nothing in advance for further entities that may lack a value: it would at each item, for this loop, and a
            // program of one codegen unit would take up to twice as long.
            hint::black_box(());
        }
    }

    /// Number of entities in further blocks. There are none if something is written: loops then contain no code for them.
    #[inline(always)]
    fn left(&self) -> usize {
        if const { F::WRITES } { 0 } else { self.indices.len().saturating_sub(self.block + TESTED) }
    }

    /// Lower and upper bound of the number of items.
    pub(super) fn bounds(&self) -> (usize, usize) {
        let most = self.kept.len() + self.left();
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
