//! The one file with `unsafe`: yields `&mut` to values at scattered positions of a storage, also on several threads.
//!
//! It trusts no other module to keep an invariant: what it needs it checks, at each step, on data that stays borrowed (and
//! so unchanged, since nothing that is shared here can change) as long as the references live. Indices, sources and cells are
//! sealed: the methods that it calls are all in this crate.
//!
//! - **I1** Steps strictly ascend (`next`), so no step is used twice; nor is it in several parts, whose steps (`next` to
//!   `end`) do not overlap.
//! - **I2** The step leads to an entity whose own step is this one (checked); so two steps never lead to one entity.
//! - **I3** The entity leads to a position whose own entity is this one (checked); so two entities never lead to one
//!   position. By I1 to I3 no position is yielded twice.
//! - **I4** Of an aligned column the position is the step itself, at all steps. By I1 none is yielded twice.
//! - **I5** Two positions never lead to one cell (`cells`: four implementations, and no other is possible), in no two parts. Each
//!   is made of a mutable borrow, and this file alone reaches its cells (`Key`), so that they are reachable nowhere else.
//! - **I6** A cell contains a value or an `Option` of one (`cells`); and cells are found by what stays as it is meanwhile.
#![allow(unsafe_code, reason = "the one place; see the invariants above")]

mod cells;

pub use cells::{Cells, ChunkCells, OptionCells, TagCells, ValueCells};

use cells::Key;

use crate::source::Source;
use crate::sparse::EntityIndex;

/// The cells of a storage, of which each is yielded at most once.
pub struct DisjointMut<'w, I, C> {
    cells: C,
    index: &'w I,
    source: Source<'w>,
    aligned: bool,
    next: usize,
    end: usize,
}

// SAFETY: what this struct shares with other parts on other threads are the index and the source, which are `Sync`, and the
// cells. By I1 to I5 no two parts lead to one cell, so that each is reached by one thread alone, to which by I6 its value may
// be sent as a mutable borrow.
unsafe impl<'w, I: Sync, C: Cells<'w, Value: Send>> Send for DisjointMut<'w, I, C> where Source<'w>: Send + Sync {}

impl<'w, I: EntityIndex, C: Cells<'w>> DisjointMut<'w, I, C> {
    /// Takes the cells that an index leads to, to be visited in the order of `source`.
    #[inline]
    pub(crate) fn new(cells: C, index: &'w I, aligned: bool, source: Source<'w>) -> Self {
        Self { cells, index, source, aligned, next: 0, end: source.steps() }
    }

    /// Cuts off the steps before this one: they are visited in what is returned, the rest in what stays.
    pub(crate) fn split_front(&mut self, step: usize) -> Self {
        let middle = step.clamp(self.next, self.end);
        let (first, index, source, aligned) = (self.next, self.index, self.source, self.aligned);
        self.next = middle;
        let is_needed = |step: &usize| source.at(*step).is_some() && self.position(*step).is_some();
        let needed = if C::COUNTED { (first..middle).filter(is_needed).count() } else { 0 };
        Self { cells: self.cells.part(needed, Key(())), index, source, aligned, next: first, end: middle }
    }

    /// The value of the entity at this step of the source; `None` if it has none, or if the step is not a later one.
    #[inline(always)]
    pub(crate) fn at(&mut self, step: usize) -> Option<&'w mut C::Value> {
        if step < self.next || step >= self.end {
            return None;
        }
        self.next = step + 1;
        let position = self.position(step)?;
        let cell = self.cells.cell(position, Key(()))?;
        // SAFETY: the cells come from a mutable borrow for 'w and are reached through this struct and its parts alone; by I1,
        // I2 and I3, or by I4, this position was not yielded before and will not be again, so by I5 the reference is the
        // only one.
        C::value(unsafe { &mut *cell.as_ptr() })
    }

    /// The position of the entity at a step, if the relations hold both ways.
    #[inline(always)]
    fn position(&self, step: usize) -> Option<usize> {
        if self.aligned {
            return Some(step);
        }
        let entity = self.source.proven(step)?;
        let position = self.index.place_of(entity)?;
        (self.index.index_at(position) == Some(entity)).then_some(position)
    }
}

impl<I, C> core::fmt::Debug for DisjointMut<'_, I, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("DisjointMut").field("next", &self.next).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
