//! A column to write from which one range of values was cut off, and the values beside that range.
//!
//! Runs are cut off a column as one range without gaps, so that two slices are left, whatever the number of runs.
//!
//! ```text
//! nothing cut off    [ 0 1 2 3 4 5 6 7 8 9 ]             is_whole
//! take 3..6          [ 0 1 2 ]  3 4 5  [ 6 7 8 9 ]       front, the run, back; back_start = 6
//! take 6..8          [ 0 1 2 ]  . . . 6 7  [ 8 9 ]       the next run begins where the last one ended; back_start = 8
//! ```
//!
//! A run that would begin elsewhere is not cut off: it would leave a third slice, then a fourth, and finding a value would require a
//! search. From then on, the kernel yields the remaining values one by one: with a bit per position, or, if there are far more values than
//! entities to visit, with a proof per step.

use alloc::{boxed::Box, vec};

use super::single::CellsOf;
use crate::disjoint::bits::{Ascending, InSteps};
use crate::disjoint::{DisjointMut, ValueCells};
use crate::sparse::Source;
use crate::storage::{Storage, ValuesMut};

/// A column to write, from which one range of values was cut off.
pub struct CutMut<'w, S: Storage> {
    /// The index of all values, with their original positions.
    pub(super) index: &'w S::Index,
    /// Whether steps are positions in this column.
    pub(super) aligned: bool,
    /// The values before the range, those after it, and the position of the first of the latter.
    pub(super) front: &'w mut [S::Value],
    pub(super) back: &'w mut [S::Value],
    pub(super) back_start: usize,
    /// Whether nothing was cut off yet, so that the next run may begin anywhere.
    pub(super) is_whole: bool,
}

impl<S: Storage> CutMut<'_, S> {
    /// Number of values that can be cut off from a position on. A part of a storage lacks the values behind its end; a run that it cannot
    /// cut off must not be cut off other columns either.
    #[inline]
    pub(super) fn left_from(&self, position: Option<usize>) -> usize {
        let at = position.and_then(|position| position.checked_sub(self.back_start));
        at.map_or(0, |at| self.back.len().saturating_sub(at))
    }
}

impl<S: Storage> core::fmt::Debug for CutMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CutMut")
            .field("index", self.index)
            .field("back_start", &self.back_start)
            .finish_non_exhaustive()
    }
}

/// The values that were not cut off, while they are yielded in any order.
pub(super) type RestMut<'w, S> = DisjointMut<'w, <S as Storage>::Index, CellsOf<'w, S>, Box<[u64]>>;

/// No values.
#[inline(always)]
pub(super) fn no_rest<'w, S: Storage>() -> RestMut<'w, S> {
    let cells = <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::cells_beside(&mut [], 0, &mut []);
    DisjointMut::at_any(cells, Box::default())
}

/// The values of a run of which only some are yielded.
pub(super) type ThinnedMut<'w, S> =
    DisjointMut<'w, <S as Storage>::Index, ValueCells<'w, <S as Storage>::Value>, Ascending>;

/// The values at positions that are known of all entities, step by step.
pub(super) type KnownMut<'w, S> = DisjointMut<'w, <S as Storage>::Index, CellsOf<'w, S>, InSteps<'w>>;

/// Maximum number of positions per visited entity for which there are bits. Beyond it, a proof per entity costs less than creating the
/// bits.
const SPARSE: usize = 256;

impl<'w, S: Storage> CutMut<'w, S> {
    /// The rest of the column, for an iteration over a source.
    #[inline(always)]
    pub(super) fn rest(self, source: Source<'w>) -> RestMut<'w, S> {
        let Self { index, aligned, front, back, back_start, .. } = self;
        let positions = back_start + back.len();
        // The kernel searches the cells before the range first: if nothing was cut off, all cells are passed there.
        let (front, back_start, back) =
            if positions == back.len() { (back, positions, front) } else { (front, back_start, back) };
        let cells = <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::cells_beside(front, back_start, back);
        if positions > source.upper_bound().saturating_mul(SPARSE) {
            return DisjointMut::new(cells, index, aligned, source);
        }
        DisjointMut::at_any(cells, vec![u64::MAX; positions.div_ceil(64)].into())
    }
}
