//! The cells of a storage that is borrowed mutably. Safe code, on which the kernel relies:
//!
//! - **I1** Two positions never lead to one cell, not even in two parts of the cells. Each implementation is in this file, and there can be
//!   no other.
//! - **I2** The content of a cell is the value itself, or an `Option` of it. It is reached through a shared borrow, or through an owned
//!   list of such.
//!
//! `Cell` makes this safe: a `&mut [T]` becomes a `&[Cell<T>]`, of which any number of copies may exist; only the conversion of a cell back
//! to `&mut T` is `unsafe`, and that is in the kernel.
//!
//! `Cell::from_mut` and `as_slice_of_cells` turn a mutable borrow into shared cells in safe code; the mutable borrow lasts as long as the
//! cells do, so nothing else can reach the values. It remains to prove that no cell is used twice, which is the task of the kernel.
//!
//! | cells | of | cell of a position |
//! |---|---|---|
//! | `ValueCells` | slices, also with a range cut out of them | the element, before or behind the gap |
//! | `OptionCells` | slots | the slot |
//! | `ChunkCells` | chunks of slots | the slot of the chunk |
//! | `TagCells` | values without a size | the next unused one |

use alloc::vec::Vec;
use core::cell::Cell;
use core::{hint, slice};

/// Private, so that only this file implements `Cells`. Only the kernel creates a key, so that only the kernel can access cells.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "cells are implemented by the library alone",
        label = "`{Self}` cannot be cells"
    )]
    pub trait Sealed {}

    /// Proof that a call is from the kernel.
    #[derive(Debug)]
    pub struct Key(pub(in crate::disjoint) ());
}

pub(super) use sealed::Key;

/// The cells of a storage that is borrowed mutably, by position. Each implementation is created from a mutable borrow, so that nothing else
/// can access the values while it exists.
pub trait Cells<'w>: sealed::Sealed + Sized {
    /// The values.
    type Value: 'w;
    /// The content of a cell.
    type Content: 'w;
    /// Whether a part needs to know its number of cells.
    const COUNTED: bool = false;
    /// The cell at a position, which no other position leads to.
    fn cell(&mut self, position: usize, key: Key) -> Option<&'w Cell<Self::Content>>;
    /// The value in the content of a cell.
    fn value(content: &'w mut Self::Content) -> Option<&'w mut Self::Value>;
    /// A part of the cells, for positions for which no other part is used; `needed` cells, if they are counted.
    #[must_use]
    fn part(&mut self, needed: usize, key: Key) -> Self;
}

/// Cells that each contain a value: those of one slice, and those of another that begins at the position `from`.
///
/// ```text
/// front of 3 cells, from 5, back of 2 cells
/// position   0  1  2     3  4     5  6     7
/// cell       0  1  2     -  -     0  1     -
///            front       cut out  back
/// ```
pub struct ValueCells<'w, T> {
    /// Cells of the positions from 0 on.
    front: &'w [Cell<T>],
    /// Empty, unless a range was cut out.
    back: &'w [Cell<T>],
    /// The position of the first cell of `back`; not below the length of `front`.
    from: usize,
}

impl<'w, T> ValueCells<'w, T> {
    /// The cells of a slice.
    #[inline(always)]
    pub(crate) fn new(cells: &'w mut [T]) -> Self {
        let from = cells.len();
        Self::beside(cells, from, &mut [])
    }

    /// The cells of a slice, and those of another from a position on.
    #[inline(always)]
    pub(crate) fn beside(front: &'w mut [T], from: usize, back: &'w mut [T]) -> Self {
        let [front, back] = [front, back].map(|cells| Cell::from_mut(cells).as_slice_of_cells());
        Self { front, back, from }
    }
}

impl<T> core::fmt::Debug for ValueCells<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ValueCells").field("cells", &(self.front.len() + self.back.len())).finish_non_exhaustive()
    }
}

impl<T> sealed::Sealed for ValueCells<'_, T> {}

impl<'w, T> Cells<'w> for ValueCells<'w, T> {
    type Value = T;
    type Content = T;

    #[inline(always)]
    fn cell(&mut self, position: usize, _: Key) -> Option<&'w Cell<T>> {
        if let Some(cell) = self.front.get(position) {
            return Some(cell);
        }
        // So that the usual path has no jump, and does not depend on where the range was cut out.
        hint::cold_path();
        self.back.get(position.checked_sub(self.from)?)
    }

    #[inline(always)]
    fn value(content: &'w mut T) -> Option<&'w mut T> {
        Some(content)
    }

    fn part(&mut self, _: usize, _: Key) -> Self {
        Self { ..*self }
    }
}

/// Cells of values without a size: any cell that was not used can represent any position; each is used once.
pub struct TagCells<'w, T>(slice::Iter<'w, Cell<T>>);

impl<'w, T> TagCells<'w, T> {
    /// These cells.
    #[inline(always)]
    pub(crate) fn new(cells: &'w mut [T]) -> Self {
        Self(Cell::from_mut(cells).as_slice_of_cells().iter())
    }
}

impl<T> core::fmt::Debug for TagCells<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TagCells").field("cells", &self.0.len()).finish_non_exhaustive()
    }
}

impl<T> sealed::Sealed for TagCells<'_, T> {}

impl<'w, T> Cells<'w> for TagCells<'w, T> {
    type Value = T;
    type Content = T;
    const COUNTED: bool = true;

    #[inline(always)]
    fn cell(&mut self, _: usize, _: Key) -> Option<&'w Cell<T>> {
        self.0.next()
    }

    #[inline(always)]
    fn value(content: &'w mut T) -> Option<&'w mut T> {
        Some(content)
    }

    fn part(&mut self, needed: usize, _: Key) -> Self {
        let all = self.0.as_slice();
        let (part, rest) = all.split_at(needed.min(all.len()));
        self.0 = rest.iter();
        Self(part.iter())
    }
}

/// Cells that may be empty.
///
/// The kernel borrows the slot, and `value` returns its content: an empty slot yields `None`, and counts as used all the same.
pub struct OptionCells<'w, T>(&'w [Cell<Option<T>>]);

impl<'w, T> OptionCells<'w, T> {
    /// These cells.
    #[inline(always)]
    pub(crate) fn new(cells: &'w mut [Option<T>]) -> Self {
        Self(Cell::from_mut(cells).as_slice_of_cells())
    }
}

impl<T> core::fmt::Debug for OptionCells<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("OptionCells").field("cells", &self.0.len()).finish_non_exhaustive()
    }
}

impl<T> sealed::Sealed for OptionCells<'_, T> {}

impl<'w, T> Cells<'w> for OptionCells<'w, T> {
    type Value = T;
    type Content = Option<T>;

    #[inline(always)]
    fn cell(&mut self, position: usize, _: Key) -> Option<&'w Cell<Option<T>>> {
        self.0.get(position)
    }

    #[inline(always)]
    fn value(content: &'w mut Option<T>) -> Option<&'w mut T> {
        content.as_mut()
    }

    fn part(&mut self, _: usize, _: Key) -> Self {
        Self(self.0)
    }
}

/// Cells in chunks, each of which was borrowed separately, so that no two positions share a cell.
pub struct ChunkCells<'w, T, const CHUNK: usize>(Vec<&'w [Cell<Option<T>>]>);

impl<'w, T, const CHUNK: usize> ChunkCells<'w, T, CHUNK> {
    /// The cells of chunks, by the number of the chunk. Runs in **O(chunks)** time, with one allocation.
    pub(crate) fn new(chunks: impl Iterator<Item = &'w mut [Option<T>]>) -> Self {
        Self(chunks.map(|chunk| Cell::from_mut(chunk).as_slice_of_cells()).collect())
    }
}

impl<T, const CHUNK: usize> core::fmt::Debug for ChunkCells<'_, T, CHUNK> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ChunkCells").field("chunks", &self.0.len()).finish_non_exhaustive()
    }
}

impl<T, const CHUNK: usize> sealed::Sealed for ChunkCells<'_, T, CHUNK> {}

impl<'w, T, const CHUNK: usize> Cells<'w> for ChunkCells<'w, T, CHUNK> {
    type Value = T;
    type Content = Option<T>;

    #[inline(always)]
    fn cell(&mut self, position: usize, _: Key) -> Option<&'w Cell<Option<T>>> {
        self.0.get(position / CHUNK)?.get(position % CHUNK)
    }

    #[inline(always)]
    fn value(content: &'w mut Option<T>) -> Option<&'w mut T> {
        content.as_mut()
    }

    /// Copies the table of the chunks. There are few parts: a small number per thread.
    fn part(&mut self, _: usize, _: Key) -> Self {
        Self(self.0.clone())
    }
}
