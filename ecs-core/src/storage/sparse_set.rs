//! The dense storages in any order: `sparse_set`, `hash_map` and `btree_map`, which differ in the table of the index.
//!
//! - **I1** There are as many values as positions in the index, and the value at a position belongs to the entity there. This holds again
//!   before any user code (a `Drop`) can run or panic.
//!
//! A dense storage is a [`DenseIndex`] and a `Vec` of values, which keep an entity and its value at the same position. All changes are made
//! to both, in the same order, so this file is mostly pairs of lines. The kinds differ only in the table `S` from the index of an entity to
//! its position: pages of an array, a hash map, or a search tree.
//!
//! Removal is `swap_remove`: the last value takes the position of the removed one, in **O(1)**. So the order of a storage depends on the
//! history of its changes and on nothing else: the same operations result in the same order.
//!
//! ```text
//!                          index     values
//!                          3 7 4     a b c
//! take 3                   4 7       c b          the last entity and its value move to the same position
//! push_unowned d, then e   4 7       c b d e      a batch: values before their entities
//! assign_owners [8]        4 7 8     c b d        `e` has no entity, and is dropped
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use super::erased::{self, Erase, ErasedMut, StorageMaintenance, Task, check_index};
use super::sealed::Sealed;
use super::{Contiguous, ErasedStorage, Grouped, Layout, LookupMut, Sortable, Storage};
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::reuse::clone_by_field;
use crate::sparse::{DenseIndex, HashSlots, SlotTable, Slots, Source, SplitSlots, TreeSlots};

/// The values of one component in a dense array: the default storage.
///
/// Insertion, removal and lookup are **O(1)**; iteration reads a slice. Values are in the order of insertion, until a removal moves the
/// last value to the position of the removed one. A group that owns the storage keeps the values of its entities at the front. In addition
/// to the values, it takes 4 bytes per value, and 4 bytes per slot of each page of 1 024 slots that is used. (The article's
/// `ComponentContainer`.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// #[derive(Debug, PartialEq)]
/// struct Health(u32);
///
/// ecs_world! { components: Health; }
///
/// # let mut world = World::default();
/// let all: Vec<_> = world.spawn_batch((0..3).map(Health)).into_iter().collect();
/// world.remove::<Health>(all[0]).unwrap();
/// assert_eq!(world.columns().health.as_slice(), [2, 1].map(Health), "the last value took the free position");
/// ```
pub type SparseSet<T> = DenseSet<T, Slots>;

/// A [`SparseSet`] that can be borrowed in two parts. The planner chooses it for a component that two queries of one system share, one on
/// each side of the boundary of a group. Each lookup costs an additional subtraction.
pub type SplitSet<T> = DenseSet<T, SplitSlots>;

/// A dense array with a hash map as table: `#[storage(hash_map)]`.
///
/// Costs the same as a [`SparseSet`], except that each lookup searches a hash map, and that entities without the component take no memory.
/// No group can own it. (The `unordered_map` of the article's first part, its baseline.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # use ecs_world::Entity;
/// #[derive(Debug, PartialEq)]
/// struct Health(u32);
///
/// ecs_world! { components: #[storage(hash_map)] Health; }
///
/// # let mut world = World::default();
/// let all: Vec<_> = world.spawn_batch((0..3).map(Health)).into_iter().collect();
/// assert_eq!(world.get::<Health>(all[1]), Some(&Health(1)));
/// assert!(world.query::<&Health>().iter().eq(&[0, 1, 2].map(Health)), "the order is that of the array, not of the map");
/// ```
pub type HashMapSet<T> = DenseSet<T, HashSlots>;

/// A dense array with a search tree as table: `#[storage(btree_map)]`.
///
/// Costs the same as a [`SparseSet`], except that each lookup is **O(log values)**, and that entities without the component take no memory.
/// No group can own it. (The `map` of the articles, as a baseline.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # use ecs_world::Entity;
/// #[derive(Debug, PartialEq)]
/// struct Health(u32);
///
/// ecs_world! { components: #[storage(btree_map)] Health; }
///
/// # let mut world = World::default();
/// let all: Vec<_> = world.spawn_batch((0..3).map(Health)).into_iter().collect();
/// assert_eq!(world.get::<Health>(all[1]), Some(&Health(1)));
/// assert_eq!(world.columns().health.as_slice(), [0, 1, 2].map(Health));
/// ```
pub type BTreeMapSet<T> = DenseSet<T, TreeSlots>;

/// The values of one component in a dense array, with a table `S` from entity to position.
///
/// Users refer to it by its aliases: [`SparseSet`], [`HashMapSet`], [`BTreeMapSet`].
pub struct DenseSet<T, S> {
    /// By position (I1).
    ///
    /// Dropped first: if they were dropped after the index, which might panic, their drop code would be compiled twice for each component.
    pub(super) values: Vec<T>,
    /// Maps entities to positions and back.
    pub(super) index: DenseIndex<S>,
}

clone_by_field! { [T: Clone, S: Clone] DenseSet<T, S> { values, index } }

/// Prints each value with the entity index that owns it: `{3: Position(0.5)}`.
impl<T: core::fmt::Debug, S: SlotTable> core::fmt::Debug for DenseSet<T, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.index.indices().iter().zip(&self.values)).finish()
    }
}

impl<T, S: SlotTable> Default for DenseSet<T, S> {
    #[inline]
    fn default() -> Self {
        Self { index: S::INDEX, values: Vec::new() }
    }
}

impl<T, S: SlotTable> DenseSet<T, S> {
    /// The index of the values. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn index(&self) -> &DenseIndex<S> {
        &self.index
    }

    /// The values as a slice, in the order of the index. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values
    }

    /// Removes the value of the entity of this index; the last value is moved to its position. Runs in **O(1)** time.
    ///
    /// The part that is not inlined returns a position. If it returned the value, the value would be written to memory even where the rest
    /// is inlined, and moved again (see `world/remove.rs`).
    #[inline]
    fn swap_remove(&mut self, index: u32) -> Option<T> {
        let position = self.index.swap_remove(index);
        position.map(|position| self.values.swap_remove(position))
    }

    /// Number of values. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if there is no value. Runs in **O(1)** time.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl<T, S> Sealed for DenseSet<T, S> {}

impl<T: 'static, S: SlotTable> Storage for DenseSet<T, S> {
    const EMPTY: Self = Self { index: S::INDEX, values: Vec::new() };
    const LAYOUT: Layout = Layout::Swapped;

    type Value = T;
    type Index = DenseIndex<S>;
    type Values<'w> = &'w [T];
    type ValuesMut<'w> = &'w mut [T];
    type Marks<'w> = ();

    #[inline(always)]
    fn parts(&self) -> (&DenseIndex<S>, &[T]) {
        (&self.index, &self.values)
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> (&DenseIndex<S>, &mut [T]) {
        (&self.index, &mut self.values)
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
    fn next_position(&self, _: Entity) -> usize {
        self.values.len()
    }

    /// Appends the value. Amortised **O(1)**; a page of the table is allocated for the first entity in it.
    #[inline]
    fn push(&mut self, entity: Entity, value: T) {
        self.values.push(value);
        self.index.push(entity.index());
    }

    /// Overwrites the value at its position: one lookup, and no value moves.
    #[inline]
    fn replace(&mut self, entity: Entity, value: T) -> Option<T> {
        let old = self.values.get_mut(self.index.position_or_beyond(entity.index()))?;
        Some(core::mem::replace(old, value))
    }

    /// Removes the value; the last one moves to its position. **O(1)**, with one lookup in the table.
    #[inline]
    fn take(&mut self, entity: Entity) -> Option<T> {
        self.swap_remove(entity.index())
    }

    #[inline]
    fn push_unowned(&mut self, value: T) {
        self.values.push(value);
    }

    /// Takes over the memory of `values` if this storage has none yet.
    fn append_unowned(&mut self, mut values: Vec<T>) {
        if self.values.capacity() == 0 {
            self.values = values;
        } else {
            self.values.append(&mut values);
        }
    }

    /// Appends the entities to the index, and drops the values for which there is no entity. **O(entities)**.
    fn assign_owners(&mut self, entities: &[Entity]) {
        self.index.extend(entities);
        self.values.truncate(self.index.len());
    }

    /// Takes over the memory of `indices` if this storage has none yet.
    fn assign_indices(&mut self, indices: Vec<u32>, _: &Allocator) {
        self.index.append(indices);
        self.values.truncate(self.index.len());
    }

    /// Appends all values with one copy of memory, or with none if this storage has no memory yet. The table is written run by run.
    fn extend(&mut self, entities: &[Entity], values: Vec<T>) {
        debug_assert_eq!(entities.len(), values.len(), "one value per entity");
        self.append_unowned(values);
        self.index.extend(entities);
    }

    fn reserve(&mut self, additional: usize) {
        self.values.reserve(additional);
        self.index.reserve(additional);
    }

    /// The position follows from the address, and the index has the entity there: **O(1)**, without a search. The value there is compared
    /// by address, since other addresses within a value belong to no value.
    fn owner_index(&self, value: &T) -> Option<u32> {
        // `checked_div` is `None` for values without a size, which have no address of their own.
        let start = self.values.as_ptr().addr();
        let offset = core::ptr::from_ref(value).addr().checked_sub(start)?;
        let position = offset.checked_div(size_of::<T>())?;
        self.values.get(position).filter(|own| core::ptr::eq(*own, value))?;
        self.index.index_at(position)
    }
}

impl<T: 'static, S: SlotTable> Contiguous for DenseSet<T, S> {
    fn as_slice(&self) -> &[T] {
        &self.values
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.values
    }
}

impl<T: 'static, S: SlotTable> Sortable for DenseSet<T, S> {
    fn split(&mut self, position: usize) -> (LookupMut<'_, Self>, LookupMut<'_, Self>) {
        let first = if S::SPLIT { position.min(self.values.len()) } else { self.values.len() };
        let (front, back) = self.values.split_at_mut(first);
        (LookupMut::new(&self.index, front, 0, ()), LookupMut::new(&self.index, back, first, ()))
    }

    #[inline(always)]
    fn values_to_read(values: Self::ValuesMut<'_>) -> Self::Values<'_> {
        values
    }
}

impl<T, S: SlotTable> DenseSet<T, S> {
    /// Swaps the value of an entity into a position, and returns the position that it had; `None` if there is none.
    #[inline]
    pub(super) fn swap_into(&mut self, entity: Entity, position: usize) -> Option<usize> {
        let own = self.index.bring(entity.index(), position)?;
        self.values.swap(own, position);
        Some(own)
    }
}

impl<T: 'static, S: SlotTable> Grouped for DenseSet<T, S> {
    #[inline(always)]
    fn is_at(&self, entity: Entity, position: usize) -> bool {
        self.index.index_at(position) == Some(entity.index())
    }

    #[inline]
    fn bring(&mut self, entity: Entity, position: usize) {
        self.swap_into(entity, position);
    }
}

impl<T, S: SlotTable> ErasedStorage for DenseSet<T, S> {
    fn discard(&mut self, entity: Entity) {
        drop(self.swap_remove(entity.index()));
    }

    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        erased::perform(&mut self.index, &mut self.values, task)
    }

    fn source(&self) -> Source<'_> {
        S::source(&self.index, self.index.len())
    }

    fn values(&self) -> usize {
        self.values.len()
    }
}

impl<T, S: SlotTable> StorageMaintenance for DenseSet<T, S> {
    fn shrink_to_fit(&mut self) {
        self.index.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    fn check(&self) -> Result<(), String> {
        check_index(&self.index, self.values.len())
    }
}

impl<T: 'static> Erase for DenseSet<T, Slots> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn erased(&mut self) -> ErasedMut<'_> {
        ErasedMut::dense(&mut self.index, &mut self.values)
    }
}

impl<T> Erase for DenseSet<T, SplitSlots> {}

impl<T> Erase for DenseSet<T, HashSlots> {}

impl<T> Erase for DenseSet<T, TreeSlots> {}

#[cfg(test)]
mod tests;
