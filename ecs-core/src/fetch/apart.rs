//! Mutable references to the values of slices, each of which can be taken once, in any order, in safe code.
//!
//! The first few are split off the slices; then a table of references to all remaining values is built, and they are taken from it. So an
//! iteration that ends within these costs nothing more, and another one costs a step of a plain loop per value of the storage, and a lookup
//! per entity. (The kernel in `disjoint.rs` needs no table, but three lookups per entity.)
//!
//! ```text
//! values          0 1 2 3 4 5 6 7
//! take 5          [0 1 2 3 4]  [6 7]                pieces, found by a binary search
//! take 2          [0 1]  [3 4]  [6 7]
//! and so on     [&0][&1][  ][&3][&4][  ][&6][&7]  the table: a reference for each value that is left
//! ```

use alloc::vec::Vec;
use core::mem;

/// Number of values that are split off before the table is built.
///
/// An iteration that ends earlier, such as a search for one entity, allocates a short list of pieces
/// and no table.
const SPLIT: usize = 32;

/// Maximum number of values per visited entity for which a table is built.
///
/// Beyond it, the kernel's proof per entity costs less than a step per value.
const SPARSE: usize = 4;

/// Returns true if a table of this many values pays for an iteration over this many entities.
pub(super) fn pays(values: usize, entities: usize) -> bool {
    values <= entities.saturating_mul(SPARSE)
}

/// Values by position, each of which can be taken once.
pub struct Apart<'w, T> {
    /// The values that were not taken, as slices with the position of their first value; ascending.
    pieces: Vec<(usize, &'w mut [T])>,
    /// Number of values that were split off.
    split: usize,
    /// Values by position, after `SPLIT` of them were taken.
    table: Vec<Option<&'w mut T>>,
}

impl<T> core::fmt::Debug for Apart<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Apart").field("pieces", &self.pieces.len()).field("places", &self.table.len()).finish()
    }
}

impl<'w, T> Apart<'w, T> {
    /// Creates it from a slice, and another one that begins at the position `place`.
    pub(super) fn new(front: &'w mut [T], place: usize, back: &'w mut [T]) -> Self {
        Self { pieces: Vec::from([(0, front), (place, back)]), split: 0, table: Vec::new() }
    }

    /// Takes the value at a position, unless it was taken before. Runs in **O(1)** time with the table, **O(`SPLIT`)** before.
    ///
    /// `None` for a position without a value, too.
    #[inline(always)]
    pub(super) fn take(&mut self, place: usize) -> Option<&'w mut T> {
        if self.table.is_empty() { self.split_off(place) } else { self.table.get_mut(place)?.take() }
    }

    /// The same without a table, which is built after some values.
    #[cold]
    #[inline(never)]
    fn split_off(&mut self, place: usize) -> Option<&'w mut T> {
        let piece = self.pieces.partition_point(|(first, _)| *first <= place).checked_sub(1)?;
        let (first, values) = self.pieces.get_mut(piece)?;
        let within = place - *first;
        if within >= values.len() {
            return None;
        }
        let (front, rest) = mem::take(values).split_at_mut(within);
        let (value, back) = rest.split_first_mut()?;
        *values = front;
        self.pieces.insert(piece + 1, (place + 1, back));
        self.split += 1;
        if self.split == SPLIT {
            self.make_table();
        }
        Some(value)
    }

    /// Builds the table. Runs in **O(values)** time.
    ///
    /// Positions whose values were taken before, or were never in the pieces, are empty. There are as
    /// many entries as positions up to the last value.
    fn make_table(&mut self) {
        let end = self.pieces.last().map_or(0, |(first, values)| first + values.len());
        self.table.reserve_exact(end);
        for (first, values) in mem::take(&mut self.pieces) {
            self.table.resize_with(first, || None);
            self.table.extend(values.iter_mut().map(Some));
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Apart, SPARSE, SPLIT, pays};

    #[test]
    fn each_value_is_taken_once_in_any_order() {
        for count in [0, 1, 2, 3, SPLIT - 1, SPLIT, SPLIT + 1, 3 * SPLIT] {
            for stride in [1, 97] {
                let places: Vec<_> = (0..count).map(|n| n * stride % count).collect();
                let mut values: Vec<usize> = (0..count).collect();
                let mut apart = Apart::new(&mut values, count, &mut []);
                let taken: Vec<_> = places.iter().filter_map(|place| apart.take(*place)).collect();
                assert!(taken.iter().map(|value| **value).eq(places.iter().copied()), "{count} by {stride}");
                assert!((0..count + 2).all(|place| apart.take(place).is_none()), "none is taken twice");
                for value in taken {
                    *value += count;
                }
                assert!(values.into_iter().eq(count..2 * count), "they are different values");
            }
        }
    }

    #[test]
    fn values_beside_a_hole_are_taken_and_those_of_the_hole_are_not() {
        for hole in [0..0, 0..1, 0..100, 40..41, 50..90, 99..100, 100..100] {
            let mut values: Vec<usize> = (0..100).collect();
            let (front, rest) = values.split_at_mut(hole.start);
            let mut apart = Apart::new(front, hole.end, &mut rest[hole.len()..]);
            let taken: Vec<_> = (0..110).rev().filter_map(|place| apart.take(place)).map(|value| *value).collect();
            let expected: Vec<_> = (0..100).rev().filter(|place| !hole.contains(place)).collect();
            assert_eq!(taken, expected, "beside {hole:?}");
            assert!((0..110).all(|place| apart.take(place).is_none()), "none is taken twice");
        }
    }

    #[test]
    fn values_are_taken_apart_for_walks_over_a_fourth_of_them_or_more() {
        for entities in [0, 1, 2, 3, 100] {
            assert!(pays(SPARSE * entities, entities) && !pays(SPARSE * entities + 1, entities));
        }
        assert!(pays(usize::MAX, usize::MAX));
    }
}
