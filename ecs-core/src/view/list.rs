//! Owns the packed list of the entities of one aspect, kept up to date on each change.
//!
//! - **I1** The list holds exactly the living entities that match its aspect. (The world calls `enter` and `leave`.)

use crate::{Entity, SparseIndex, SparseIter};

/// A packed list of entities with the position of each: the article's managed entities of a system, the dissertation's
/// subscriptions.
///
/// Entering and leaving are **O(1)**. The order is that of entering, until an entity leaves and the last one takes its
/// place.
#[derive(Debug, Clone, Default)]
pub struct ListView {
    index: SparseIndex,
}

impl ListView {
    #[inline]
    pub(crate) fn enter(&mut self, entity: Entity) {
        self.index.push(entity);
    }

    #[inline]
    pub(crate) fn leave(&mut self, entity: Entity) {
        self.index.swap_remove(entity);
    }

    #[inline]
    pub(crate) fn index(&self) -> &SparseIndex {
        &self.index
    }
}

/// The entities that a system manages.
#[derive(Debug, Clone, Copy)]
pub struct Managed<'w> {
    index: &'w SparseIndex,
}

impl<'w> Managed<'w> {
    pub(crate) fn new(view: &'w ListView) -> Self {
        Self { index: view.index() }
    }

    /// How many entities the system manages. Computes in **O(1)**.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether the system manages no entity.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Whether the system manages this entity. Computes in **O(1)**.
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.index.position(entity).is_some()
    }

    /// The entities, in the order in which the system visits them.
    #[must_use]
    pub fn iter(&self) -> SparseIter<'w> {
        self.index.iter()
    }
}

impl<'w> IntoIterator for Managed<'w> {
    type Item = Entity;
    type IntoIter = SparseIter<'w>;

    fn into_iter(self) -> SparseIter<'w> {
        self.iter()
    }
}

impl<'w> IntoIterator for &Managed<'w> {
    type Item = Entity;
    type IntoIter = SparseIter<'w>;

    fn into_iter(self) -> SparseIter<'w> {
        self.iter()
    }
}
