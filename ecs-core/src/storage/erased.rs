//! Owns what can be done to a storage without knowing its component: by number, at run time.

use crate::{Entity, SparseIndex, SparseSet};

/// A storage whose component is known by number alone: how a despawn reaches what an entity has.
pub trait ErasedStorage {
    /// Drops the value of an entity.
    fn discard(&mut self, entity: Entity);
    /// Drops all values.
    fn clear(&mut self);
    /// Lets the values at two positions change places.
    fn swap(&mut self, a: usize, b: usize);
    /// Gives spare memory back.
    fn shrink_to_fit(&mut self);
    /// Who has a value here, and at which position.
    fn index(&self) -> &SparseIndex;
    /// How many values there are; the same as of the index, unless something is broken.
    fn values(&self) -> usize;
}

impl<T> ErasedStorage for SparseSet<T> {
    fn discard(&mut self, entity: Entity) {
        drop(self.swap_remove(entity));
    }

    fn clear(&mut self) {
        SparseSet::clear(self);
    }

    fn swap(&mut self, a: usize, b: usize) {
        SparseSet::swap(self, a, b);
    }

    fn shrink_to_fit(&mut self) {
        SparseSet::shrink_to_fit(self);
    }

    fn index(&self) -> &SparseIndex {
        SparseSet::index(self)
    }

    fn values(&self) -> usize {
        self.as_slice().len()
    }
}
