//! The storage `packed`: a dense array of values in ascending order of their entities.
//!
//! - **I1** The entities of the set ascend by index, except while a batch is spawned.
//!
//! It wraps a [`SparseSet`] that is kept sorted. Iteration over two packed storages with the same entities reads both forwards, and values
//! of neighbouring indices are neighbours in memory. In exchange, insertion and removal shift all later values; so batches are merged in
//! one pass instead.
//!
//! ```text
//!                         entities          values
//!                         2 5 9             a c d
//! push 7, x               2 5 7 9           a c x d          9 is renumbered
//! take 2                  5 7 9             c x d            all later ones are
//! extend [3 8], [y z]     3 5 7 8 9         y c x z d        3 is not after 9: merged
//! extend [10 12], [v w]   3 5 7 8 9 10 12   y c x z d v w    appended as they are
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use super::erased::{Erase, StorageMaintenance, Task};
use super::sealed::Sealed;
use super::{Contiguous, ErasedStorage, Layout, SparseSet, Storage};
use crate::entity::Entity;
use crate::reuse::clone_by_field;
use crate::sparse::{Source, SparseIndex};

/// The values of one component in a dense array in ascending order of their entities: `#[storage(packed)]`.
///
/// Lookups are **O(1)** through a table of positions, and iteration reads a slice by ascending entity index, without gaps. Insertion and
/// removal shift and renumber all later values, **O(values)**, unless the entity is the last one. A batch is merged in **O(n log n)** time
/// for all n values, or in **O(n)** if it ascends. It suits components that are hardly ever inserted or removed. No group can own it. (The
/// tightly packed array of the dissertation.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # use ecs_world::Entity;
/// #[derive(Debug, PartialEq)]
/// struct Health(u32);
///
/// ecs_world! { components: #[storage(packed)] Health; }
///
/// # let mut world = World::default();
/// let all: Vec<_> = world.spawn_batch((0..3).map(Health)).into_iter().collect();
/// world.remove::<Health>(all[1]).unwrap();
/// assert_eq!(world.columns().health.as_slice(), [0, 2].map(Health), "no gap, and still in order");
/// ```
pub struct PackedArray<T> {
    /// The values are in the order of I1; only methods that keep this order are called.
    set: SparseSet<T>,
}

clone_by_field! { [T: Clone] PackedArray<T> { set } }

/// Prints each value with the entity index that owns it: `{3: Position(0.5)}`.
impl<T: core::fmt::Debug> core::fmt::Debug for PackedArray<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.set.fmt(f)
    }
}

impl<T> Default for PackedArray<T> {
    #[inline]
    fn default() -> Self {
        Self { set: SparseSet::default() }
    }
}

impl<T> PackedArray<T> {
    /// Returns true if entities can be appended as they are: if they ascend, and come after all others.
    ///
    /// Runs in **O(entities)** time.
    ///
    /// Then no value has to be sorted or shifted. New entities mostly have the highest indices, so this is true of nearly every batch of
    /// spawns.
    fn can_append(&self, entities: &[Entity]) -> bool {
        let last = self.set.index.indices().last();
        let behind = entities.first().is_none_or(|first| last.is_none_or(|last| *last < first.index()));
        behind && entities.is_sorted_by_key(|entity| entity.index())
    }

    /// Merges values of entities with any indices. Runs in **O(n log n)** time for all n values, with one temporary vector.
    ///
    /// The stable sort detects the two ascending parts, so a batch that ascends costs one merge.
    fn merge(&mut self, entities: &[Entity], values: impl Iterator<Item = T>) {
        let SparseSet { index, values: own } = &mut self.set;
        let mut all: Vec<(u32, T)> = index.indices().iter().copied().zip(own.drain(..)).collect();
        all.extend(entities.iter().map(|entity| entity.index()).zip(values));
        all.sort_by_key(|(index, _)| *index);
        index.clear();
        for (owner, value) in all {
            own.push(value);
            index.push(owner);
        }
    }
}

impl<T> Sealed for PackedArray<T> {}

impl<T: 'static> Storage for PackedArray<T> {
    const EMPTY: Self = Self { set: SparseSet::EMPTY };
    const LAYOUT: Layout = Layout::Shifted;

    type Value = T;
    type Index = SparseIndex;
    type Values<'w> = &'w [T];
    type ValuesMut<'w> = &'w mut [T];
    type Marks<'w> = ();

    #[inline(always)]
    fn parts(&self) -> (&SparseIndex, &[T]) {
        (&self.set.index, &self.set.values)
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> (&SparseIndex, &mut [T]) {
        (&self.set.index, &mut self.set.values)
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((): ()) {}

    #[inline(always)]
    fn shorten<'a, 'w: 'a>(values: &'w [T]) -> &'a [T] {
        values
    }

    #[inline(always)]
    fn reborrow<'a>(values: &'a mut Self::ValuesMut<'_>) -> &'a mut [T] {
        values
    }

    fn copy_from(&mut self, source: &Self)
    where
        T: Clone,
    {
        self.clone_from(source);
    }

    #[inline]
    fn next_position(&self, entity: Entity) -> usize {
        self.set.index.indices().partition_point(|index| *index < entity.index())
    }

    /// Inserts the value between those of the neighbouring indices: **O(later values)**, or **O(1)** for the highest index.
    fn push(&mut self, entity: Entity, value: T) {
        let position = self.set.index.insert_in_order(entity.index());
        self.set.values.insert(position, value);
    }

    fn replace(&mut self, entity: Entity, value: T) -> Option<T> {
        self.set.replace(entity, value)
    }

    /// Removes the value and closes the gap: **O(later values)**.
    fn take(&mut self, entity: Entity) -> Option<T> {
        let position = self.set.index.remove_in_order(entity.index())?;
        Some(self.set.values.remove(position))
    }

    fn push_unowned(&mut self, value: T) {
        self.set.push_unowned(value);
    }

    fn append_unowned(&mut self, values: Vec<T>) {
        self.set.append_unowned(values);
    }

    fn assign_owners(&mut self, entities: &[Entity]) {
        if self.can_append(entities) {
            self.set.assign_owners(entities);
        } else {
            let unowned = self.set.values.split_off(self.set.index.len());
            self.merge(entities, unowned.into_iter());
        }
    }

    /// Appends the values if their entities ascend and come after all others, as those of a batch of new entities usually do; otherwise
    /// merges them.
    fn extend(&mut self, entities: &[Entity], values: Vec<T>) {
        if self.can_append(entities) {
            self.set.extend(entities, values);
        } else {
            self.merge(entities, values.into_iter());
        }
    }

    fn reserve(&mut self, additional: usize) {
        self.set.reserve(additional);
    }

    fn owner_index(&self, value: &T) -> Option<u32> {
        self.set.owner_index(value)
    }
}

impl<T: 'static> Contiguous for PackedArray<T> {
    fn as_slice(&self) -> &[T] {
        Contiguous::as_slice(&self.set)
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        self.set.as_mut_slice()
    }
}

impl<T> ErasedStorage for PackedArray<T> {
    fn discard(&mut self, entity: Entity) {
        if let Some(position) = self.set.index.remove_in_order(entity.index()) {
            drop(self.set.values.remove(position));
        }
    }

    /// The order is fixed.
    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match task {
            Task::Clear => self.set.perform(task),
            Task::SwapAll(_) | Task::Arrange { .. } | Task::Replaced(_) => None,
        }
    }

    fn source(&self) -> Source<'_> {
        self.set.source()
    }

    fn values(&self) -> usize {
        ErasedStorage::values(&self.set)
    }
}

impl<T> StorageMaintenance for PackedArray<T> {
    fn shrink_to_fit(&mut self) {
        self.set.shrink_to_fit();
    }

    fn check(&self) -> Result<(), String> {
        self.set.check()?;
        if self.set.index.indices().is_sorted() { Ok(()) } else { Err("packed: the entities do not ascend".into()) }
    }
}

impl<T> Erase for PackedArray<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::entity;

    #[test]
    fn the_check_finds_what_does_not_ascend_and_owners_without_a_value() {
        let mut packed = PackedArray::default();
        packed.push(entity(5), 'b');
        packed.push(entity(2), 'a');
        assert!(packed.check().is_ok() && packed.as_slice() == ['a', 'b']);
        packed.set.push(entity(3), 'c');
        assert!(packed.check().is_err(), "3 is behind 5");
        packed.set.take(entity(3));
        packed.set.take(entity(5));
        assert!(packed.check().is_ok());
        packed.set.values.clear();
        assert!(packed.check().is_err(), "an owner without a value");
    }
}
