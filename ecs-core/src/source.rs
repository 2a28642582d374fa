//! Owns the sequences of distinct entities that iteration follows; knows no component.

use crate::{Allocator, SparseIndex};

/// Where an iteration takes its entities from: each entity once, in a fixed order.
#[derive(Debug, Clone, Copy)]
pub enum Source<'w> {
    /// The first so many of a storage or view, by position.
    Index(&'w SparseIndex, usize),
    /// All that live, by ascending index.
    Live(&'w Allocator),
}

impl<'w> Source<'w> {
    /// All of a storage or view.
    #[inline]
    pub(crate) fn all(index: &'w SparseIndex) -> Self {
        Self::Index(index, index.len())
    }

    /// The first of a storage, as many as there are of `len`.
    #[inline]
    pub(crate) fn first(index: &'w SparseIndex, len: usize) -> Self {
        Self::Index(index, len.min(index.len()))
    }

    /// Whether the entities are those of this index, at the same positions.
    #[inline]
    pub(crate) fn is_of(self, other: &SparseIndex) -> bool {
        matches!(self, Self::Index(index, _) if core::ptr::eq(index, other))
    }

    /// The indices of the entities by step, where they stand side by side.
    #[inline]
    pub(crate) fn indices(self) -> Option<&'w [u32]> {
        match self {
            Self::Index(index, len) => index.indices().get(..len),
            Self::Live(_) => None,
        }
    }

    /// How many steps the sequence has; of live entities some may be empty.
    #[inline]
    pub(crate) fn steps(self) -> usize {
        match self {
            Self::Index(_, len) => len,
            Self::Live(allocator) => allocator.slots() as usize,
        }
    }

    /// How many entities there are at most.
    #[inline]
    pub(crate) fn upper_bound(self) -> usize {
        match self {
            Self::Index(_, len) => len,
            Self::Live(allocator) => allocator.len(),
        }
    }

    /// The entity's index at a step; `None` where the step is empty.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 slots")]
    pub(crate) fn at(self, step: usize) -> Option<u32> {
        match self {
            Self::Index(index, len) => index.index_at(step).filter(|_| step < len),
            Self::Live(allocator) => allocator.entity_at(step as u32).map(crate::Entity::index),
        }
    }

    /// The step at which an index comes.
    #[inline]
    pub(crate) fn step_of(self, index: u32) -> Option<usize> {
        match self {
            Self::Index(sparse, len) => sparse.position_of(index).filter(|step| *step < len),
            Self::Live(allocator) => allocator.entity_at(index).map(|_| index as usize),
        }
    }

    /// The shorter of two; positions of a storage rather than all that live.
    #[inline]
    pub(crate) fn shorter(self, other: Option<Source<'w>>) -> Self {
        match (self, other) {
            (Self::Live(_), Some(other)) => other,
            (Self::Index(_, own), Some(Self::Index(other, len))) if len < own => Self::Index(other, len),
            _ => self,
        }
    }
}
