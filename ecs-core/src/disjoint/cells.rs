//! Owns the cells of a storage that is borrowed mutably. Safe code, on which the kernel rests:
//!
//! - **I1** Two positions never lead to one cell. Each implementation stands here, and there can be no other.

use alloc::vec::Vec;
use core::cell::Cell;
use core::slice;

mod sealed {
    pub trait Sealed {}
}

/// The places of a storage that is borrowed mutably, by position.
pub trait Cells<'w>: sealed::Sealed {
    /// What stands at a place.
    type Place: 'w;
    /// The cell at a position, which no other position leads to.
    fn cell(&mut self, position: usize) -> Option<&'w Cell<Self::Place>>;
}

impl<T> sealed::Sealed for &[Cell<T>] {}

impl<'w, T> Cells<'w> for &'w [Cell<T>] {
    type Place = T;

    #[inline(always)]
    fn cell(&mut self, position: usize) -> Option<&'w Cell<T>> {
        self.get(position)
    }
}

impl<T> sealed::Sealed for slice::Iter<'_, Cell<T>> {}

/// Without sizes, any cell that was not handed out stands for the one that is asked for: each comes once.
impl<'w, T> Cells<'w> for slice::Iter<'w, Cell<T>> {
    type Place = T;

    #[inline(always)]
    fn cell(&mut self, _: usize) -> Option<&'w Cell<T>> {
        self.next()
    }
}

/// Places in chunks, each of which was borrowed by itself: so no two chunks share a cell, and within one, two places do not.
pub struct ChunkCells<'w, T, const CHUNK: usize>(Vec<&'w [Cell<T>]>);

impl<'w, T, const CHUNK: usize> ChunkCells<'w, T, CHUNK> {
    /// The places of chunks, by the number of the chunk.
    pub(crate) fn new(chunks: impl Iterator<Item = &'w mut [T]>) -> Self {
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
    type Place = T;

    #[inline(always)]
    fn cell(&mut self, position: usize) -> Option<&'w Cell<T>> {
        self.0.get(position / CHUNK)?.get(position % CHUNK)
    }
}
