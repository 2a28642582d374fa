//! Borrowed values in chunks, as a hashed array tree lends them.
//!
//! The position of a value is `chunk * CHUNK + slot`. A chunk that is not allocated has no values, so its positions yield `None`. The
//! values of a chunk are adjacent, but with gaps, so there is no slice of values, and iteration reads them one by one.
//!
//! `disjoint` borrows several values at once in safe code: it visits the positions in ascending order and splits off the visited part with
//! `split_at_mut`. So the second of two equal positions is no longer available, and the result is `None`.

use core::array;
use core::ops::Range;

use super::hashed_array_tree::Chunk;
use super::sealed::ValuesOf;
use super::values::{Values, ValuesMut, all, sent_as_it_is};
use crate::disjoint::ChunkCells;

impl<T, const CHUNK: usize> ValuesOf<T> for &[Option<Chunk<T, CHUNK>>] {}

impl<'w, T: 'static, const CHUNK: usize> Values<'w, T> for &'w [Option<Chunk<T, CHUNK>>] {
    sent_as_it_is!();

    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w T> {
        <[Option<Chunk<T, CHUNK>>]>::get(self, position / CHUNK)?.as_ref()?[position % CHUNK].as_ref()
    }

    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w T> {
        self.iter().flatten().flat_map(|chunk| chunk.iter()).flatten()
    }
}

impl<T, const CHUNK: usize> ValuesOf<T> for &mut [Option<Chunk<T, CHUNK>>] {}

impl<'w, T: 'static, const CHUNK: usize> ValuesMut<'w, T> for &'w mut [Option<Chunk<T, CHUNK>>] {
    type Cells = ChunkCells<'w, T, CHUNK>;

    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w mut T> {
        self.get_mut(position / CHUNK)?.as_mut()?[position % CHUNK].as_mut()
    }

    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w mut [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w mut T> {
        self.iter_mut().flatten().flat_map(|chunk| chunk.iter_mut()).flatten()
    }

    /// Sorts the positions, and restores their order in the result. `passed` and `passed_chunks` are the numbers of slots and chunks before
    /// the parts that are left to split. Runs in **O(N log N)** time, without an allocation.
    ///
    /// ```text
    /// positions 9, 0, 7 with chunks of 2 slots, of which chunk 2 is not allocated
    ///
    /// 0    chunk 0, slot 0    left: chunks from 1 on, and slot 1 of chunk 0
    /// 7    chunk 3, slot 1    left: chunks from 4 on
    /// 9    chunk 4, slot 1    left: chunks from 5 on
    ///
    /// positions 3, 7, 3: the second 3 is before the slots that are left, so the result is `None`
    /// ```
    fn disjoint<const N: usize>(self, positions: [usize; N]) -> Option<[&'w mut T; N]> {
        let mut order: [usize; N] = array::from_fn(|at| at);
        order.sort_unstable_by_key(|at| positions[*at]);
        let mut found = [const { None }; N];
        // Chunks and positions are visited in ascending order, so that each slice is split only forwards.
        let (mut chunks, mut passed_chunks) = (self, 0);
        let (mut rest, mut passed): (&mut [Option<T>], _) = (&mut [], 0);
        for at in order {
            let (chunk, position) = (positions[at] / CHUNK, positions[at]);
            if chunk >= passed_chunks {
                let (own, more) = pass(chunks, chunk - passed_chunks)?;
                (chunks, passed_chunks) = (more, chunk + 1);
                (rest, passed) = (&mut own.as_mut()?[..], chunk * CHUNK);
            }
            let (own, more) = pass(rest, position.checked_sub(passed)?)?;
            found[at] = own.as_mut();
            (rest, passed) = (more, position + 1);
        }
        all(found)
    }

    /// Allocates a table of the chunks.
    ///
    /// The table has one slice per chunk, which is empty if the chunk is not allocated, and lives as long as the iteration.
    fn cells(self) -> Self::Cells {
        ChunkCells::new(self.iter_mut().map(|chunk| match chunk {
            Some(chunk) => &mut chunk[..],
            None => &mut [],
        }))
    }
}

/// Splits a slice into an element and all elements after it.
///
/// The elements before it are no longer accessible. `None` if there is no such element.
fn pass<T>(slice: &mut [T], at: usize) -> Option<(&mut T, &mut [T])> {
    slice.get_mut(at..)?.split_first_mut()
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;

    use super::*;

    #[test]
    fn values_of_any_chunks_are_borrowed_at_once_in_whatever_order() {
        let chunk = |first: usize| -> Option<Chunk<usize, 2>> { Some(Box::new([Some(first), Some(first + 1)])) };
        let mut chunks = [chunk(0), chunk(2), None, chunk(6), chunk(8)];
        for positions in [[0, 1, 2], [0, 3, 9], [9, 0, 7], [1, 6, 8], [8, 6, 1], [9, 8, 0]] {
            let found = ValuesMut::<usize>::disjoint(&mut chunks[..], positions).map(|found| found.map(|value| *value));
            assert_eq!(found, Some(positions));
        }
        for positions in [[0, 4, 1], [0, 1, 10], [3, 7, 3], [5, 0, 9]] {
            assert!(ValuesMut::<usize>::disjoint(&mut chunks[..], positions).is_none(), "{positions:?}");
        }
    }
}
