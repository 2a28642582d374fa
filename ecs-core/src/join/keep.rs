//! The filter of an iterator, as a type: a join keeps all entities, a query those that pass its filter.
//!
//! Testing 64 entities at once costs less than 64 single tests: no branch depends on a mask, so none is mispredicted, and the result is one
//! word, from which iteration takes one bit after another. (If a filter kept half of all entities in random order, a branch per entity
//! would be mispredicted every second time.)

use core::ops::Range;

/// Maximum number of entities that are tested at once: the number of bits of a word.
pub(crate) const TESTED: usize = 64;

/// The positions of the kept entities of a block, as bits. Yields the positions in ascending order.
#[derive(Debug)]
pub(crate) struct Passed(pub(crate) u64);

impl Passed {
    /// All positions of a block of `len` entities, at most [`TESTED`].
    #[inline(always)]
    pub(crate) fn all(len: usize) -> Self {
        Self(if len < TESTED { (1 << len) - 1 } else { u64::MAX })
    }

    /// Number of these positions.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the average length of the stretches without gaps is at least `length`.
    ///
    /// ```text
    /// 111111110111111100     15 positions in 2 stretches: an average length of 7
    /// 101101110101111000     11 positions in 5 stretches: an average length of 2
    /// ```
    #[inline(always)]
    pub(crate) fn are_stretches_of(&self, length: u32) -> bool {
        (self.0 & !(self.0 << 1)).count_ones() * length <= self.0.count_ones()
    }

    /// Adds the positions of a stretch that was taken.
    #[cold]
    pub(crate) fn with(self, stretch: Range<usize>) -> Self {
        Self(stretch.fold(self.0, |bits, at| bits | 1 << at))
    }

    /// Takes the first stretch of adjacent positions.
    #[inline(always)]
    pub(crate) fn take_stretch(&mut self) -> Option<Range<usize>> {
        let first = self.0.trailing_zeros();
        let end = first + self.0.checked_shr(first)?.trailing_ones();
        self.0 = self.0.checked_shr(end).map_or(0, |rest| rest << end);
        Some(first as usize..end as usize)
    }
}

impl Iterator for Passed {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let at = self.0.trailing_zeros() as usize;
        if self.0 == 0 {
            return None;
        }
        self.0 &= self.0 - 1;
        Some(at)
    }
}

/// Iterates over the kept entities at these steps, each with its step: one iterator per block of [`TESTED`] entities.
///
/// ```text
/// steps 10..140      blocks 10..74, 74..138, 138..140; bit 3 of the second is step 77
/// ```
#[inline(always)]
pub(crate) fn kept_blocks(
    indices: &[u32],
    steps: Range<usize>,
    sift: impl Fn(&[u32]) -> Passed,
) -> impl Iterator<Item = impl Iterator<Item = (usize, &u32)>> {
    let first = steps.start;
    let blocks = indices.get(steps).unwrap_or_default().chunks(TESTED).zip((first..).step_by(TESTED));
    blocks.map(move |(block, first)| sift(block).map(move |at| (first + at, &block[at])))
}

/// A filter of the entities of a source.
pub(crate) trait Keep {
    /// Returns true if all entities are kept, so that none has to be tested.
    fn keeps_all(&self) -> bool;

    /// Returns true if nothing is required beyond what is fetched, so that all entities of a column that is fetched alone match.
    fn is_unfiltered(&self) -> bool {
        self.keeps_all()
    }

    /// Returns true if the entity of this index is kept.
    fn keeps(&self, index: u32) -> bool;

    /// Tests these entities, at most [`TESTED`], and returns the positions of those that are kept.
    fn sift(&self, indices: &[u32]) -> Passed;

    /// Returns true if all of these entities are kept, whatever their number.
    fn keeps_each(&self, indices: &[u32]) -> bool;
}

/// Keeps all entities.
#[derive(Debug)]
pub(crate) struct KeepAll;

impl Keep for KeepAll {
    #[inline(always)]
    fn keeps_all(&self) -> bool {
        true
    }

    #[inline(always)]
    fn keeps(&self, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn sift(&self, indices: &[u32]) -> Passed {
        Passed::all(indices.len())
    }

    #[inline(always)]
    fn keeps_each(&self, _: &[u32]) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Keep as _, KeepAll, Passed, TESTED, kept_blocks};

    #[test]
    fn positions_are_yielded_in_ascending_order() {
        for len in [0, 1, 2, 3, TESTED - 1, TESTED] {
            assert!(Passed::all(len).eq(0..len) && Passed::all(len).len() == len, "{len}");
        }
        assert_eq!(Passed(1 << 63 | 0b101).collect::<Vec<_>>(), [0, 2, 63]);
    }

    #[test]
    fn stretches_are_taken_in_order_and_positions_without_them_are_left() {
        for (first, len) in [(0, 1), (0, 2), (0, 3), (0, 63), (0, TESTED), (1, 1), (1, 63), (62, 2), (63, 1)] {
            let bits = Passed::all(len).0 << first;
            let mut one = Passed(bits);
            assert!(one.are_stretches_of(u32::try_from(len).unwrap()), "{len} positions from {first} on");
            assert!(!one.are_stretches_of(u32::try_from(len).unwrap() + 1), "{len} positions from {first} on");
            assert_eq!((one.take_stretch(), one.take_stretch()), (Some(first..first + len), None));
            assert_eq!(Passed(0).with(first..first + len).0, bits);
        }
        let mut several = Passed(0b1011_0111 | 1 << 63);
        assert!(several.are_stretches_of(1) && !several.are_stretches_of(2), "seven positions in four stretches");
        let stretches: Vec<_> = core::iter::from_fn(|| several.take_stretch()).collect();
        assert_eq!(stretches, [0..3, 4..6, 7..8, 63..64]);
        assert!(Passed(0).are_stretches_of(8) && Passed(0).take_stretch().is_none(), "nothing is left to take");
    }

    #[test]
    fn blocks_yield_each_kept_step_once() {
        for len in [0, 1, 2, 3, TESTED - 1, TESTED, TESTED + 1, 2 * TESTED, 200] {
            let indices: Vec<u32> = (1_000..).take(len).collect();
            for first in [0, 1, 2, 3, TESTED - 1, TESTED, len].into_iter().filter(|first| *first <= len) {
                let all = kept_blocks(&indices, first..len, |block| KeepAll.sift(block)).flatten();
                assert!(all.eq((first..len).map(|step| (step, &indices[step]))), "{first}..{len}");
                let odd = kept_blocks(&indices, first..len, |block| {
                    Passed((0..block.len()).filter(|at| block[*at] % 2 == 1).fold(0, |kept, at| kept | 1 << at))
                });
                assert!(
                    odd.flatten().map(|(step, _)| step).eq((first..len).filter(|step| step % 2 == 1)),
                    "{first}..{len}"
                );
            }
        }
        assert_eq!(kept_blocks(&[1], 1..3, |block| KeepAll.sift(block)).count(), 0, "steps that do not exist");
    }
}
