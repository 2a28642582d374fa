//! The one file with `unsafe`: hands out `&mut` from scattered places of a storage.
//!
//! It trusts no other module to keep an invariant: what it needs it checks, at each step, on data that stays borrowed (and
//! so unchanged) as long as the references live.
//!
//! - **I1** Steps strictly ascend (`next`), so no step comes twice.
//! - **I2** The step leads to an entity whose own step is this one (checked); so two steps never lead to one entity.
//! - **I3** The entity leads to a position whose own entity is this one (checked); so two entities never lead to one
//!   position. By I1 to I3 no position is handed out twice.
//! - **I4** Of an aligned column the position is the step itself, at all steps. By I1 none is handed out twice.
//! - **I5** Two positions never lead to one cell (`cells`: three implementations, and nobody can add one).
#![allow(unsafe_code, reason = "the one place; see the invariants above")]

mod cells;

pub use cells::{Cells, ChunkCells};

use crate::{EntityIndex, Source};

/// The places of a storage, of which each is handed out at most once.
pub struct DisjointMut<'w, I, C> {
    cells: C,
    index: &'w I,
    source: Source<'w>,
    aligned: bool,
    next: usize,
}

impl<'w, I: EntityIndex, C: Cells<'w>> DisjointMut<'w, I, C> {
    /// Takes the places that an index leads to, to be visited in the order of `source`.
    #[inline]
    pub(crate) fn new(cells: C, index: &'w I, aligned: bool, source: Source<'w>) -> Self {
        Self { cells, index, source, aligned, next: 0 }
    }

    /// The place of the entity at this step of the source; `None` if it has none, or if the step is not a later one.
    #[inline]
    pub(crate) fn at(&mut self, step: usize) -> Option<&'w mut C::Place> {
        if step < self.next {
            return None;
        }
        self.next = step + 1;
        let position = if self.aligned { step } else { self.looked_up(step)? };
        let cell = self.cells.cell(position)?;
        // SAFETY: the cells come from a mutable borrow for 'w and are reached through this struct alone; by I1, I2 and I3, or
        // by I4, this position was not handed out before and will not be again, so by I5 the reference is the only one.
        Some(unsafe { &mut *cell.as_ptr() })
    }

    /// The position of the entity at a step, if the relations hold both ways.
    #[inline]
    fn looked_up(&self, step: usize) -> Option<usize> {
        let entity = self.source.at(step).filter(|entity| self.source.step_of(*entity) == Some(step))?;
        let position = self.index.position_of(entity)?;
        let leads_back = self.index.index_at(position) == Some(entity);
        (leads_back || canary!(unchecked_position)).then_some(position)
    }
}

impl<I, C> core::fmt::Debug for DisjointMut<'_, I, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("DisjointMut").field("next", &self.next).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
