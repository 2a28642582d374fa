//! The storage `vec`: values by entity index, with gaps.
//!
//! - **I1** A slot has a value exactly if the slot is present.
//! - **I2** `unowned` is empty except while a batch is spawned.
//!
//! Presence is stored twice: as a bit, and as the `Some` of the slot. The bits let iteration skip 64 empty slots at once without reading
//! their values; the `Option` makes an empty slot safe, and costs nothing for types with a niche.
//!
//! Slots are written in place: neither insertion nor removal moves other values. But when the array grows, all values move, so an address
//! is stable only until the next insertion. `hashed_array_tree` has stable addresses.
//!
//! ```text
//! index      0      1      2      3
//! presence   1      0      1      1
//! slots    [ Some , None , Some , Some ]    take(2): the bit and the slot are emptied, nothing moves
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use super::erased::{Erase, StorageMaintenance, Task};
use super::sealed::Sealed;
use super::{ErasedStorage, Layout, Storage};
use crate::entity::Entity;
use crate::reuse::clone_by_field;
use crate::sparse::{Presence, Source};

/// The values of one component in an array indexed by entity: `#[storage(vec)]`.
///
/// Lookups, insertion (amortised) and removal are **O(1)**: no table is read, and no other value moves. The array is as long as the highest
/// entity index that has the component, so it suits components that most entities have. Iteration is by ascending entity index, so memory
/// is read forwards. No group can own it. (The vector of the dissertation.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// # use ecs_world::Entity;
/// #[derive(Debug, PartialEq)]
/// struct Health(u32);
///
/// ecs_world! { components: #[storage(vec)] Health; }
///
/// # let mut world = World::default();
/// let all: Vec<_> = world.spawn_batch((0..3).map(Health)).into_iter().collect();
/// world.remove::<Health>(all[1]).unwrap();
/// world.insert(all[1], Health(7)).unwrap();
/// let order: Vec<_> = world.query::<&Health>().iter().map(|health| health.0).collect();
/// assert_eq!(order, [0, 7, 2], "by entity index, whatever happened before");
/// ```
pub struct VecStorage<T> {
    /// Which slots have a value (I1).
    presence: Presence,
    /// By entity index. The length is an upper bound of the indices that had a value since the storage was last cleared or shrunk.
    slots: Vec<Option<T>>,
    /// Values of a batch that is being spawned. Their slots are known once their owners are.
    unowned: Vec<T>,
}

clone_by_field! { [T: Clone] VecStorage<T> { slots, unowned, presence } }

impl<T> Default for VecStorage<T> {
    fn default() -> Self {
        Self { presence: Presence::new(), slots: Vec::new(), unowned: Vec::new() }
    }
}

/// Prints the values by the index of their entity: `{3: Position(0.5)}`.
impl<T: core::fmt::Debug> core::fmt::Debug for VecStorage<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.presence.iter().zip(self.slots.iter().flatten())).finish()
    }
}

impl<T> VecStorage<T> {
    /// Writes a slot, and returns the former value. If the slot is beyond the end, the array is extended first.
    fn replace_at(&mut self, index: u32, value: T) -> Option<T> {
        let slot = index as usize;
        if slot >= self.slots.len() {
            self.slots.resize_with(slot + 1, || None);
        }
        self.presence.insert(index);
        self.slots[slot].replace(value)
    }

    /// Empties a slot. The array keeps its length for the next insertion.
    fn take_at(&mut self, index: u32) -> Option<T> {
        if self.presence.remove(index) { self.slots[index as usize].take() } else { None }
    }
}

impl<T> Sealed for VecStorage<T> {}

impl<T: 'static> Storage for VecStorage<T> {
    const EMPTY: Self = Self { presence: Presence::new(), slots: Vec::new(), unowned: Vec::new() };
    const LAYOUT: Layout = Layout::Indexed;

    type Value = T;
    type Index = Presence;
    type Values<'w> = &'w [Option<T>];
    type ValuesMut<'w> = &'w mut [Option<T>];
    type Marks<'w> = ();

    fn value_bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    #[inline(always)]
    fn parts(&self) -> (&Presence, &[Option<T>]) {
        (&self.presence, &self.slots)
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> (&Presence, &mut [Option<T>]) {
        (&self.presence, &mut self.slots)
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((): ()) {}

    #[inline(always)]
    fn shorten<'a, 'w: 'a>(values: &'w [Option<T>]) -> &'a [Option<T>] {
        values
    }

    #[inline(always)]
    fn reborrow<'a>(values: &'a mut Self::ValuesMut<'_>) -> &'a mut [Option<T>] {
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
        entity.index() as usize
    }

    #[inline]
    fn push(&mut self, entity: Entity, value: T) {
        self.replace_at(entity.index(), value);
    }

    #[inline]
    fn replace(&mut self, entity: Entity, value: T) -> Option<T> {
        self.replace_at(entity.index(), value)
    }

    #[inline]
    fn take(&mut self, entity: Entity) -> Option<T> {
        self.take_at(entity.index())
    }

    #[inline]
    fn push_unowned(&mut self, value: T) {
        self.unowned.push(value);
    }

    /// Moves each value to the slot of its entity.
    fn assign_owners(&mut self, entities: &[Entity]) {
        // Keeps the capacity for the next batch.
        let mut values = core::mem::take(&mut self.unowned);
        for (entity, value) in entities.iter().zip(values.drain(..)) {
            self.push(*entity, value);
        }
        self.unowned = values;
    }

    /// Reserves slots beyond the current end: new entities usually have the highest indices.
    fn reserve(&mut self, additional: usize) {
        self.slots.reserve(additional);
    }

    /// The slot follows from the address. The value in it is compared by address, since other addresses within a slot belong to no value.
    /// **O(1)**.
    fn owner_index(&self, value: &T) -> Option<u32> {
        let offset = core::ptr::from_ref(value).addr().checked_sub(self.slots.as_ptr().addr())?;
        let slot = offset / size_of::<Option<T>>();
        let owned = self.slots.get(slot)?.as_ref().is_some_and(|own| core::ptr::eq(own, value));
        u32::try_from(slot).ok().filter(|_| owned && size_of::<T>() > 0)
    }
}

impl<T> ErasedStorage for VecStorage<T> {
    fn discard(&mut self, entity: Entity) {
        drop(self.take_at(entity.index()));
    }

    /// Clearing runs in **O(slots)** time, since each slot may have a value to drop. The order is fixed.
    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match task {
            Task::Clear => {
                self.presence.clear();
                self.slots.clear();
            }
            Task::SwapAll(_) | Task::Arrange { .. } | Task::Replaced(_) => {}
        }
        None
    }

    fn source(&self) -> Source<'_> {
        Source::Ascending(&self.presence)
    }

    fn values(&self) -> usize {
        self.presence.len()
    }
}

impl<T> StorageMaintenance for VecStorage<T> {
    /// Afterwards the array ends with the last value; gaps before it stay.
    fn shrink_to_fit(&mut self) {
        self.presence.shrink_to_fit();
        while let Some(None) = self.slots.last() {
            self.slots.pop();
        }
        self.slots.shrink_to_fit();
        self.unowned.shrink_to_fit();
    }

    fn check(&self) -> Result<(), String> {
        self.presence.check()?;
        let filled = self.slots.iter().zip(0..).filter(|(slot, _)| slot.is_some()).map(|(_, index)| index);
        if self.presence.iter().eq(filled) && self.unowned.is_empty() {
            Ok(())
        } else {
            Err("vec: the values are not those that are present".into())
        }
    }
}

impl<T> Erase for VecStorage<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::entity;

    #[test]
    fn the_check_finds_values_without_an_entity_and_entities_without_a_value() {
        let mut storage = VecStorage::default();
        storage.push(entity(2), 'a');
        assert!(storage.check().is_ok());
        storage.push_unowned('b');
        assert!(storage.check().is_err(), "a value that waits for its owner");
        storage.assign_owners(&[entity(0)]);
        assert!(storage.check().is_ok());
        storage.slots[1] = Some('c');
        assert!(storage.check().is_err(), "a value without an entity");
        storage.presence.insert(1);
        assert!(storage.check().is_ok());
        storage.slots[2] = None;
        assert!(storage.check().is_err(), "an owner without a value");
    }

    #[test]
    fn shrinking_frees_only_the_slots_behind_the_last_value() {
        for last in [0_u32, 1, 62, 63, 64, 65, 200] {
            let mut storage = VecStorage::default();
            for index in [0, last, 300] {
                storage.push(entity(index), index);
            }
            storage.discard(entity(300));
            storage.shrink_to_fit();
            assert_eq!((storage.slots.len(), storage.slots[last as usize]), (last as usize + 1, Some(last)));
            storage.check().expect("the storage is consistent");
        }
    }

    #[test]
    fn the_owner_of_a_value_is_found_by_its_address_unless_it_has_none() {
        let (mut numbers, mut tags) = (VecStorage::default(), VecStorage::default());
        for index in [1, 4] {
            numbers.push(entity(index), index);
            tags.push(entity(index), ());
        }
        let [one, other] =
            [1, 4].map(|slot: usize| numbers.slots[slot].as_ref().and_then(|own| numbers.owner_index(own)));
        assert_eq!((one, other, numbers.owner_index(&4)), (Some(1), Some(4), None));
        assert!(tags.slots[4].as_ref().is_some_and(|own| tags.owner_index(own).is_none()));
    }
}
