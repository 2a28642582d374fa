//! Owns a column to change of which one range of values is cut off, and how the values beside the range are handed out.

use super::apart::{Apart, pays};
use super::single::CellsOf;
use crate::disjoint::DisjointMut;
use crate::storage::ValuesMut;
use crate::{Source, Storage};

/// A column to change, of which one range of values is cut off.
pub struct CutMut<'w, S: Storage> {
    pub(super) index: &'w S::Index,
    pub(super) aligned: bool,
    /// The values before the range, those behind it, and the place where these begin.
    pub(super) front: &'w mut [S::Value],
    pub(super) back: &'w mut [S::Value],
    pub(super) place: usize,
    pub(super) is_whole: bool,
}

impl<S: Storage> core::fmt::Debug for CutMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CutMut").field("index", self.index).field("place", &self.place).finish_non_exhaustive()
    }
}

/// Values that were not cut off, while they are handed out in any order.
pub enum RestMut<'w, S: Storage> {
    /// Values that can be taken apart, by the places that an index leads to.
    Apart(Apart<'w, S::Value>, &'w S::Index),
    /// Values that the kernel hands out.
    Checked(DisjointMut<'w, S::Index, CellsOf<'w, S>>),
}

impl<S: Storage> core::fmt::Debug for RestMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Apart(apart, index) => f.debug_tuple("Apart").field(apart).field(index).finish(),
            Self::Checked(places) => f.debug_tuple("Checked").field(places).finish(),
        }
    }
}

impl<'w, S: Storage> RestMut<'w, S> {
    /// What is left of a column, for a walk over a source.
    #[inline]
    pub(super) fn new(cut: CutMut<'w, S>, source: Source<'w>) -> Self {
        let CutMut { index, aligned, front, back, place, .. } = cut;
        if !aligned && pays(front.len() + back.len(), source.upper_bound()) {
            return Self::Apart(Apart::new(front, place, back), index);
        }
        let cells = <S::ValuesMut<'w> as ValuesMut<'w, S::Value>>::cells_beside(front, place, back);
        Self::Checked(DisjointMut::new(cells, index, aligned, source))
    }
}
