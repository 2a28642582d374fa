//! Lists of distinct positions. The kernel (`disjoint.rs`) relies on this file, besides those in `disjoint`: such a list replaces a proof
//! at each step.
//!
//! - **I1** No two positions of a list are equal. They are private, and written by one function, which keeps a bit per position.

use alloc::vec;
use alloc::vec::Vec;

/// Positions in a storage, by step of an iteration, of which no two are equal (I1).
///
/// ```text
/// positions found, in a storage of 70 values    3    none    9    3      69
/// kept                                          3    128     9    129    69     no value is at 128 or 129
/// ```
#[derive(Debug, Default)]
pub struct DistinctPositions(Vec<u32>);

impl DistinctPositions {
    /// Replaces all positions by those in a storage of `len` values. Where there is none, that of an earlier step, or one far beyond all
    /// values, a position without a value takes its place, another one each time. Runs in **O(steps + len / 64)** time.
    pub(crate) fn replace(&mut self, len: usize, positions: impl Iterator<Item = Option<usize>>) {
        // A bit for each position that was not kept yet; those beyond have none, and are numbered in turn.
        let mut bits = vec![u64::MAX; len.div_ceil(64)];
        let mut vacant = 64 * bits.len()..;
        let mut is_first = |position: &usize| {
            let (word, bit) = (bits.get_mut(position / 64), 1 << (position % 64));
            word.is_some_and(|word| core::mem::replace(word, *word & !bit) & bit != 0)
        };
        let own = |position: Option<usize>| {
            let position = position.filter(&mut is_first).or_else(|| vacant.next())?;
            u32::try_from(position).ok()
        };
        self.0.clear();
        self.0.reserve_exact(positions.size_hint().0);
        self.0.extend(positions.map_while(own));
    }

    /// The positions at the first steps; `None` if there are fewer.
    #[inline(always)]
    pub(crate) fn first(&self, steps: usize) -> Option<&[u32]> {
        self.0.get(..steps)
    }
}

#[cfg(test)]
mod tests {
    //! What is kept in place of positions that are missing, repeated, or beyond all values.

    use super::*;

    #[test]
    fn missing_and_repeated_positions_are_replaced_by_others_without_a_value() {
        let mut list = DistinctPositions::default();
        let mut replaced = |len: usize, positions: &[Option<usize>]| {
            list.replace(len, positions.iter().copied());
            assert!(list.first(positions.len() + 1).is_none());
            list.first(positions.len()).expect("each step has a position").to_vec()
        };
        assert!(replaced(0, &[]).is_empty());
        assert_eq!(replaced(0, &[Some(0), None, Some(7)]), [0, 1, 2], "there are no values");
        assert_eq!(replaced(1, &[None, Some(0), Some(0), Some(1)]), [64, 0, 65, 1]);
        for len in [63, 64, 65, 127, 128, 129_usize] {
            let end = len.next_multiple_of(64);
            let expected = [len - 1, end, end + 1, 0, end + 2, end + 3].map(|at| u32::try_from(at).unwrap());
            let found = [Some(len - 1), None, Some(len - 1), Some(0), Some(end), Some(usize::MAX)];
            assert_eq!(replaced(len, &found), expected, "{len} values");
        }
    }
}
