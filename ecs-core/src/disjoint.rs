//! The one file with `unsafe`: yields `&mut` to values at scattered positions of a storage, also on several threads.
//!
//! It relies on no module but `disjoint` and `distinct` to uphold an invariant. It checks what it needs at each step, on data that stays
//! borrowed as long as the references live, and so stays unchanged: nothing that is shared and read here can change. Indices, sources and
//! cells are sealed, so all methods that it calls are in this crate. By I1 to I4, or by I5, no position is yielded twice.
//!
//! - **I1** Steps strictly ascend (`next`), so none is used twice; no step is in two parts, as their ranges (`next` to `end`) are disjoint.
//! - **I2** The step leads to an entity whose own step is this one (checked); so two steps never lead to one entity.
//! - **I3** The entity leads to a position whose own entity is this one (checked); so two entities never lead to one position.
//! - **I4** In an aligned column the position is the step itself, at all steps; I2 and I3 are not needed.
//! - **I5** A position has at most one bit, its own or that of its step in a list (`distinct`), cleared for good before it is yielded.
//! - **I6** Two positions never lead to one cell, not even in two parts (`cells`: four implementations, and no other is possible). Each is
//!   created from a mutable borrow, and only this file can access its cells (`Key`), so that they are accessible nowhere else.
//! - **I7** A cell contains a value or an `Option` of one (`cells`); and cells are found through data that stays unchanged meanwhile.
#![allow(unsafe_code, reason = "the one place; see the invariants above")]

pub(crate) mod bits;
mod cells;

pub use cells::{Cells, ChunkCells, OptionCells, TagCells, ValueCells};

use crate::sparse::{EntityIndex, Source};
use bits::Bits;
use cells::Key;

/// The cells of a storage, of which each is yielded at most once.
pub struct DisjointMut<'w, I, C, B = ()> {
    cells: C,
    index: &'w I,
    source: Source<'w>,
    aligned: bool,
    next: usize,
    end: usize,
    bits: B,
}

// SAFETY: this struct shares with parts on other threads the index, which is `Sync`, the data behind the source, of which each part has a
// copy that is `Send`, and the cells. By I1 to I6 no two parts lead to one cell, so each cell is reached by one thread only, to which by I7
// its value may be sent as a mutable borrow.
unsafe impl<'w, I: Sync, C: Cells<'w, Value: Send>, B: Send> Send for DisjointMut<'w, I, C, B> where Source<'w>: Send {}

impl<'w, I: EntityIndex, C: Cells<'w>, B: Bits> DisjointMut<'w, I, C, B> {
    /// Takes the cells that an index leads to, to be visited in the order of `source`.
    #[inline]
    pub(crate) fn new(cells: C, index: &'w I, aligned: bool, source: Source<'w>) -> Self {
        Self { cells, index, source, aligned, next: 0, end: source.steps(), bits: B::default() }
    }

    /// Takes cells to be visited in any order, or in that of a list: each position whose bit is set, once.
    #[inline]
    pub(crate) fn at_any(cells: C, bits: B) -> Self {
        Self { bits, ..Self::new(cells, I::empty_index(), false, Source::empty()) }
    }

    /// Splits off the steps before this one: the returned part visits them, and `self` the rest.
    pub(crate) fn split_front(&mut self, step: usize) -> Self {
        let middle = step.clamp(self.next, self.end);
        let (next, index, source, aligned) = (self.next, self.index, self.source, self.aligned);
        self.next = middle;
        let is_needed = |at: &usize| source.at(*at).is_some() && proven((index, source, aligned), *at).is_some();
        let needed = if C::COUNTED { (next..middle).filter(is_needed).count() } else { 0 };
        Self { cells: self.cells.part(needed, Key(())), index, source, aligned, next, end: middle, bits: B::default() }
    }

    /// With bits, returns the value at the position, or at the next one of a list; `None` if it has no bit, or was yielded before. Without
    /// bits, returns the value of the entity at this step; `None` if there is none, or if the step is not behind all earlier ones.
    #[inline(always)]
    pub(crate) fn at(&mut self, step: usize, position: usize) -> Option<&'w mut C::Value> {
        let position = if let Ok(taken) = self.bits.take(position) {
            taken?
        } else {
            if step < self.next || step >= self.end {
                return None;
            }
            self.next = step + 1;
            // A copy: if no function gets the address of this struct, loops can keep it in registers.
            let own = (self.index, self.source, self.aligned);
            if B::NONE { proven(own, step)? } else { bits::out_of_line(move || proven(own, step))? }
        };
        let cell = self.cells.cell(position, Key(()))?;
        // SAFETY: the cells come from a mutable borrow for 'w and are reached only through this struct and its parts; by I1 to I4, or by
        // I5, this position was not yielded before and will not be again, so by I6 the reference is the only one.
        C::value(unsafe { &mut *cell.as_ptr() })
    }
}

/// The position of the entity at a step, if the relations hold in both directions.
#[inline(always)]
fn proven<I: EntityIndex>((index, source, aligned): (&I, Source<'_>, bool), step: usize) -> Option<usize> {
    if aligned {
        return Some(step);
    }
    let entity = source.proven(step)?;
    let position = index.position_or_beyond(entity)?;
    (index.index_at(position) == Some(entity)).then_some(position)
}

#[cfg(test)]
mod tests;
