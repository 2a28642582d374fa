//! Owns the sequences of distinct entities that iteration follows; knows no component.

use crate::{Allocator, SparseIndex};

/// Where an iteration takes its entities from: each entity once, in a fixed order.
#[derive(Debug, Clone, Copy)]
pub enum Source<'w> {
    /// Those of a storage or view, by position.
    Index(&'w SparseIndex),
    /// All that live, by ascending index.
    Live(&'w Allocator),
}

impl<'w> Source<'w> {
    /// How many steps the sequence has; of live entities some may be empty.
    #[inline]
    pub(crate) fn steps(self) -> usize {
        match self {
            Self::Index(index) => index.len(),
            Self::Live(allocator) => allocator.slots() as usize,
        }
    }

    /// How many entities there are at most.
    #[inline]
    pub(crate) fn upper_bound(self) -> usize {
        match self {
            Self::Index(index) => index.len(),
            Self::Live(allocator) => allocator.len(),
        }
    }

    /// The entity's index at a step; `None` where the step is empty.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 slots")]
    pub(crate) fn at(self, step: usize) -> Option<u32> {
        match self {
            Self::Index(index) => index.index_at(step),
            Self::Live(allocator) => allocator.entity_at(step as u32).map(crate::Entity::index),
        }
    }

    /// The step at which an index comes.
    #[inline]
    pub(crate) fn step_of(self, index: u32) -> Option<usize> {
        match self {
            Self::Index(sparse) => sparse.position_of(index),
            Self::Live(allocator) => allocator.entity_at(index).map(|_| index as usize),
        }
    }

    /// The shorter of two; positions of a storage rather than all that live.
    #[inline]
    pub(crate) fn shorter(self, other: Option<Source<'w>>) -> Self {
        match (self, other) {
            (Self::Live(_), Some(other)) => other,
            (Self::Index(own), Some(Self::Index(other))) if other.len() < own.len() => Self::Index(other),
            _ => self,
        }
    }
}
