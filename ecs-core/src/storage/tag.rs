//! The storage `tag`: one bit per slot, for components without a size.
//!
//! - **I1** There are as many values as present entities, except while a batch is spawned. The values take no memory, but are counted, so
//!   that each is dropped once.
//!
//! Values without a size cannot be distinguished, so a lookup can lend any of them; only borrows that exist at the same time must be of
//! different elements. Counting the values in a `Vec` preserves what can be observed: each value is dropped once, and several `&mut` at
//! once are borrows of different elements of a slice.
//!
//! ```text
//! presence   0 1 0 0 1 1      entities 1, 4 and 5 have the tag
//! values     [ () () () ]     three values without a size: a length, and no memory
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::erased::{Erase, StorageMaintenance, Task, check_count};
use super::sealed::{Sealed, ValuesOf};
use super::values::{Values, ValuesMut, sent_as_it_is};
use super::{ErasedStorage, Layout, Storage};
use crate::disjoint::TagCells;
use crate::entity::Entity;
use crate::reuse::clone_by_field;
use crate::sparse::{Presence, Source, VACANT};

/// One bit per slot for a component without a size: `#[storage(tag)]`.
///
/// Stores only presence: one bit per slot up to the highest entity index that has the component. Lookups, insertion and removal are
/// **O(1)**; iteration is by ascending entity index. No group can own it, and a component with a size is rejected at compile time. (A
/// [`SparseSet`](super::SparseSet) of such a component has no values either, but its index takes 4 bytes per value, and 4 per slot.)
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// struct Frozen;
/// struct Health(u32);
///
/// ecs_world! { components: Health, #[storage(tag)] Frozen; }
///
/// # let mut world = World::default();
/// let hero = world.spawn((Health(5), Frozen));
/// world.spawn(Health(3));
/// assert!(world.query::<Entity>().with::<Frozen>().iter().eq([hero]));
/// ```
pub struct TagSet<T> {
    /// One bit per slot up to the highest that was used.
    presence: Presence,
    /// A `Vec` of values without a size is only a count; it allocates nothing.
    values: Vec<T>,
}

clone_by_field! { [T: Clone] TagSet<T> { values, presence } }

impl<T> Default for TagSet<T> {
    fn default() -> Self {
        let () = Self::SIZELESS;
        Self { presence: Presence::new(), values: Vec::new() }
    }
}

/// Prints the indices of the entities: `{3, 5}`.
impl<T> core::fmt::Debug for TagSet<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(&self.presence).finish()
    }
}

impl<T> TagSet<T> {
    /// Evaluated by `default`. Worlds start with `EMPTY`, and the macro generates the same assertion for each of their tags.
    const SIZELESS: () = assert!(
        size_of::<T>() == 0,
        "a component in `#[storage(tag)]` has no size: remove its fields, or choose another storage"
    );

    /// Removes the bit, and one of the values.
    ///
    /// It cannot be observed which value is dropped, only how many are.
    fn take_at(&mut self, index: u32) -> Option<T> {
        if self.presence.remove(index) { self.values.pop() } else { None }
    }
}

impl<T> Sealed for TagSet<T> {}

impl<T: 'static> Storage for TagSet<T> {
    // It is not asserted here that the type has no size; see `SIZELESS`.
    const EMPTY: Self = Self { presence: Presence::new(), values: Vec::new() };
    const LAYOUT: Layout = Layout::Indexed;

    type Value = T;
    type Index = Presence;
    type Values<'w> = Tags<'w, T>;
    type ValuesMut<'w> = TagsMut<'w, T>;
    type Marks<'w> = ();

    #[inline(always)]
    fn parts(&self) -> (&Presence, Tags<'_, T>) {
        (&self.presence, Tags(&self.values))
    }

    #[inline(always)]
    fn parts_mut(&mut self) -> (&Presence, TagsMut<'_, T>) {
        (&self.presence, TagsMut(&mut self.values))
    }

    #[inline(always)]
    fn shorten_marks<'a, 'w: 'a>((): ()) {}

    #[inline(always)]
    fn shorten<'a, 'w: 'a>(values: Tags<'w, T>) -> Tags<'a, T> {
        values
    }

    #[inline(always)]
    fn reborrow<'a>(values: &'a mut TagsMut<'_, T>) -> TagsMut<'a, T> {
        TagsMut(values.0)
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
        self.presence.insert(entity.index());
        self.values.push(value);
    }

    #[inline]
    fn replace(&mut self, entity: Entity, value: T) -> Option<T> {
        let old = self.take_at(entity.index());
        self.push(entity, value);
        old
    }

    #[inline]
    fn take(&mut self, entity: Entity) -> Option<T> {
        self.take_at(entity.index())
    }

    #[inline]
    fn push_unowned(&mut self, value: T) {
        self.values.push(value);
    }

    /// Values without an entity are those of a batch that was abandoned, and are dropped.
    fn assign_owners(&mut self, entities: &[Entity]) {
        for entity in entities {
            self.presence.insert(entity.index());
        }
        self.values.truncate(self.presence.len());
    }

    fn extend(&mut self, entities: &[Entity], values: Vec<T>) {
        self.values.extend(values);
        self.assign_owners(entities);
    }

    /// Does nothing: it is not known which slots will be used, and a bit takes little memory.
    fn reserve(&mut self, _: usize) {}

    /// Always `None`: values without a size have no address of their own.
    fn owner_index(&self, _: &T) -> Option<u32> {
        None
    }
}

impl<T> ErasedStorage for TagSet<T> {
    fn discard(&mut self, entity: Entity) {
        drop(self.take_at(entity.index()));
    }

    /// The order is fixed.
    fn perform(&mut self, task: Task<'_>) -> Option<usize> {
        match task {
            Task::Clear => {
                self.presence.clear();
                self.values.clear();
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

impl<T> StorageMaintenance for TagSet<T> {
    fn shrink_to_fit(&mut self) {
        self.presence.shrink_to_fit();
    }

    fn check(&self) -> Result<(), String> {
        self.presence.check()?;
        check_count(self.values.len(), self.presence.len())
    }
}

impl<T> Erase for TagSet<T> {}

/// Values without a size, for reading. Each position lends the same value, except `VACANT`, the position of an entity without a value.
///
/// The slice has one element per entity with the tag.
#[derive(Debug)]
pub struct Tags<'w, T>(&'w [T]);

impl<T> Clone for Tags<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Tags<'_, T> {}

impl<T> Default for Tags<'_, T> {
    fn default() -> Self {
        Self(&[])
    }
}

impl<T> ValuesOf<T> for Tags<'_, T> {}

impl<'w, T: 'static> Values<'w, T> for Tags<'w, T> {
    sent_as_it_is!();

    /// Any position except the sentinel is that of a present entity, since callers pass only positions that the index has found.
    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w T> {
        if position == VACANT as usize { None } else { self.0.first() }
    }

    /// `None`: positions are entity indices here, while the slice has no gaps for entities without the tag.
    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w T> {
        self.0.iter()
    }
}

/// Values without a size, for writing.
///
/// Simultaneous borrows are of different elements: `disjoint` lends the first `N`, and fails if there are fewer.
#[derive(Debug)]
pub struct TagsMut<'w, T>(&'w mut [T]);

impl<T> Default for TagsMut<'_, T> {
    fn default() -> Self {
        Self(&mut [])
    }
}

impl<T> ValuesOf<T> for TagsMut<'_, T> {}

impl<'w, T: 'static> ValuesMut<'w, T> for TagsMut<'w, T> {
    type Cells = TagCells<'w, T>;

    #[inline(always)]
    fn get(self, position: usize) -> Option<&'w mut T> {
        if position == VACANT as usize { None } else { self.0.first_mut() }
    }

    #[inline(always)]
    fn slice(self, _: Range<usize>) -> Option<&'w mut [T]> {
        None
    }

    fn each(self) -> impl Iterator<Item = &'w mut T> {
        self.0.iter_mut()
    }

    fn disjoint<const N: usize>(self, _: [usize; N]) -> Option<[&'w mut T; N]> {
        self.0.first_chunk_mut().map(<[T; N]>::each_mut)
    }

    fn cells(self) -> Self::Cells {
        TagCells::new(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::entity;

    #[test]
    fn the_check_finds_values_without_an_entity_and_entities_without_a_value() {
        let mut storage = TagSet::default();
        storage.push(entity(2), ());
        assert!(storage.check().is_ok());
        storage.push_unowned(());
        assert!(storage.check().is_err(), "a value that waits for its owner");
        storage.assign_owners(&[entity(65)]);
        assert!(storage.check().is_ok());
        storage.presence.insert(7);
        assert!(storage.check().is_err(), "an owner without a value");
    }

    #[test]
    fn values_without_a_dense_position_are_in_no_slice() {
        let (mut storage, empty) = (TagSet::default(), Tags::<()>::default());
        storage.extend(&[entity(2), entity(3)], alloc::vec![(), ()]);
        let (_, values) = storage.parts();
        assert!(values.slice(0..1).is_none() && values.get(9).is_some() && values.each().count() == 2);
        assert!(storage.parts_mut().1.slice(0..1).is_none() && empty.get(0).is_none());
    }

    #[test]
    fn an_entity_without_a_value_has_none_at_its_position() {
        let mut storage = TagSet::default();
        storage.push(entity(2), ());
        for (position, has) in [(0, true), (2, true), (VACANT as usize - 1, true), (VACANT as usize, false)] {
            assert_eq!(storage.parts().1.get(position).is_some(), has, "{position}");
            assert_eq!(storage.parts_mut().1.get(position).is_some(), has, "{position}");
        }
    }
}
