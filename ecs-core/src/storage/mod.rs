//! Storages: the values of components. Depends on entities and indices, but not on worlds.
//!
//! A storage is an entity index and values by position; iteration, lookups and joins are generic over both, so a new kind of storage is one
//! file that implements [`Storage`], [`ErasedStorage`], [`StorageMaintenance`] and [`Erase`].
//!
//! | storage | index | values |
//! |---|---|---|
//! | [`SparseSet`], [`HashMapSet`], [`BTreeMapSet`] | dense, with an array, a hash map or a tree as table | a vector in any order |
//! | [`PackedArray`] | dense, with an array as table | a vector in ascending order |
//! | [`VecStorage`] | presence | a vector by entity index, with gaps |
//! | [`HashedArrayTree`] | presence | chunks by entity index, with gaps |
//! | [`TagSet`] | presence | none |
//! | [`Accompanied`] | that of the wrapped storage | those of the wrapped storage, and a companion (`companion.rs`) |
//! | [`Buffered`] | that of each of its two storages | present and [past](Past) values |

mod accompanied;
mod buffered;
mod chunks;
mod companion;
mod erased;
mod hashed_array_tree;
mod lookup;
mod marks;
mod packed;
mod registered;
mod sparse_set;
mod tag;
mod values;
mod vec;

pub use accompanied::{Accompanied, apart, indexed, read_own, write_own};
#[cfg(feature = "serde")]
pub use buffered::PastAs;
pub use buffered::{Buffered, Past};
pub use companion::{Companion, Layout, Readers, marks};
pub(crate) use erased::{BorrowErased, Check, ShrinkToFit};
pub use erased::{Erase, ErasedMut, ErasedStorage, ErasedValues, StorageMaintenance, StorageTasks, Task, VisitStorage};
pub use hashed_array_tree::HashedArrayTree;
pub use lookup::{Lookup, LookupMut, read_aligned, write_aligned};
pub(crate) use marks::Marked;
#[cfg(feature = "serde")]
pub use marks::ReaderMarks;
pub use marks::{ChangeMarks, Marks, Note, Words};
pub use packed::PackedArray;
pub(crate) use registered::ReaderId;
pub use registered::{HasRegistered, Registered, RegisteredMarks, TrackedStorage};
pub use sparse_set::{BTreeMapSet, DenseSet, HashMapSet, SparseSet, SplitSet};
pub use tag::{TagSet, Tags, TagsMut};
pub use values::{Values, ValuesMut};
pub use vec::VecStorage;

use alloc::vec::Vec;

use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::sparse::EntityIndex;

/// Private, so that only this directory implements storages and borrowed values.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "storages are implemented by the library alone; `#[storage(..)]` in `components:` chooses one",
        label = "`{Self}` cannot be a storage"
    )]
    pub trait Sealed {}

    /// Generic over the value type: otherwise another crate could implement [`Values`](super::Values) with a value type of its own for a
    /// type of this crate.
    #[diagnostic::on_unimplemented(
        message = "the values of storages are implemented by the library alone",
        label = "`{Self}` cannot be values of `{T}`"
    )]
    pub trait ValuesOf<T> {}
}

/// The values of one component, in any kind of storage.
///
/// A storage is an index, which maps each entity to a position, and the values by position. It contains a value for exactly the entities
/// whose masks contain the component; callers change mask and storage together.
///
/// # Examples
///
/// ```
/// # use ecs_world::prelude::*;
/// struct Health(u32);
///
/// ecs_world! { components: #[storage(vec)] Health; }
///
/// let mut world = World::default();
/// world.spawn(Health(100));
/// assert_eq!(world.columns().health.len(), 1);
/// ```
pub trait Storage: StorageMaintenance + 'static {
    /// An empty storage, which has allocated nothing. A constant, so that a new world copies all of its storages as bytes.
    const EMPTY: Self;
    /// How positions change as values are inserted and removed.
    #[doc(hidden)]
    const LAYOUT: Layout;

    /// The type of the component.
    type Value: 'static;
    /// The index, which maps entities to positions and back.
    type Index: EntityIndex;
    /// The values by position, for reading.
    type Values<'w>: Values<'w, Self::Value>;
    /// The values by position, for writing.
    type ValuesMut<'w>: ValuesMut<'w, Self::Value>;
    /// The marks in which writes to values are recorded.
    #[doc(hidden)]
    type Marks<'w>: Marks;
    /// Whether writes are recorded in any marks.
    #[doc(hidden)]
    const MARKED: bool = <Self::Marks<'static> as Marks>::ANY;
    /// Number of systems that read changes of the component: those that `each_reader` visits.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    const READERS: usize = 0;

    /// Number of positions for which companions have entries: that of the values, or that of the slots if positions are entity indices.
    #[doc(hidden)]
    fn positions(&self) -> usize {
        if Self::LAYOUT == Layout::Indexed { self.source().steps() } else { self.values() }
    }

    /// Size of the values and of the gaps between them, in bytes. Runs in **O(1)** time; in **O(chunks)** for a `hashed_array_tree`.
    #[doc(hidden)]
    fn value_bytes(&self) -> usize {
        self.values().saturating_mul(size_of::<Self::Value>())
    }

    /// The index and the values.
    ///
    /// Runs in **O(1)** time, like all methods that borrow: no value is moved or copied.
    fn parts(&self) -> (&Self::Index, Self::Values<'_>);

    /// The index, and the values for writing.
    fn parts_mut(&mut self) -> (&Self::Index, Self::ValuesMut<'_>);

    /// The index, the values for writing, and the marks of the values.
    #[doc(hidden)]
    #[inline(always)]
    fn written_parts(&mut self) -> (&Self::Index, Self::ValuesMut<'_>, Self::Marks<'_>) {
        let (index, values) = self.parts_mut();
        (index, values, Default::default())
    }

    /// The index, the values for writing, and the [`Note`] in which a [`Mut`](crate::Mut) records that it was written.
    #[doc(hidden)]
    #[inline(always)]
    fn noted_parts(&mut self) -> (&Self::Index, Self::ValuesMut<'_>, Option<&dyn Note>) {
        let (index, values) = self.parts_mut();
        (index, values, None)
    }

    /// Shortens the lifetime of borrowed marks.
    #[doc(hidden)]
    fn shorten_marks<'a, 'w: 'a>(marks: Self::Marks<'w>) -> Self::Marks<'a>;

    /// Shortens the lifetime of values that are borrowed for reading.
    fn shorten<'a, 'w: 'a>(values: Self::Values<'w>) -> Self::Values<'a>;

    /// Reborrows values for writing, with a shorter lifetime.
    fn reborrow<'a>(values: &'a mut Self::ValuesMut<'_>) -> Self::ValuesMut<'a>;

    /// Makes this storage a copy of another and reuses its memory, like [`Clone::clone_from`], for any storage whose values are `Clone`.
    ///
    /// If a `Clone` or a `Drop` of a value panics, the storage must be cleared before it is used again.
    #[doc(hidden)]
    fn copy_from(&mut self, source: &Self)
    where
        Self::Value: Clone;

    /// The position at which the value of an entity that has none would be inserted.
    #[doc(hidden)]
    fn next_position(&self, entity: Entity) -> usize;

    /// Inserts a value for an entity that has none. Dense storages without a fixed order append it.
    ///
    /// Runs in amortised **O(1)** time; in **O(log values)** for a `btree_map`, and in **O(later values)** for `packed`. A
    /// `hashed_array_tree` may allocate a chunk.
    fn push(&mut self, entity: Entity, value: Self::Value);

    /// Replaces the value of an entity that has one, and returns the former value.
    ///
    /// Costs one lookup; no position changes.
    fn replace(&mut self, entity: Entity, value: Self::Value) -> Option<Self::Value>;

    /// Removes and returns the value of an entity. Dense storages without a fixed order move the last value to its position.
    ///
    /// Returns `None` if the entity has no value. Costs as much as [`push`](Self::push), but allocates nothing, except that the pool of
    /// chunks of a `hashed_array_tree` may grow.
    fn take(&mut self, entity: Entity) -> Option<Self::Value>;

    /// Appends a value without an owner. The invariants do not hold until [`assign_owners`](Self::assign_owners) is called.
    fn push_unowned(&mut self, value: Self::Value);

    /// Appends values without an owner, like a call of [`push_unowned`](Self::push_unowned) for each of them.
    #[doc(hidden)]
    fn append_unowned(&mut self, values: Vec<Self::Value>) {
        for value in values {
            self.push_unowned(value);
        }
    }

    /// Assigns entities, in order, to the values that were appended without an owner. Values without an entity are dropped.
    ///
    /// Runs in **O(entities)** time; for `packed` in **O(n log n)** for all n values, unless the entities ascend and come after all others.
    fn assign_owners(&mut self, entities: &[Entity]);

    /// Like [`assign_owners`](Self::assign_owners), for the live entities with these indices.
    #[doc(hidden)]
    fn assign_indices(&mut self, indices: Vec<u32>, living: &Allocator) {
        let entities: Vec<_> = indices.into_iter().map(|index| living.living(index)).collect();
        self.assign_owners(&entities);
    }

    /// Inserts one value for each of these entities, none of which has one yet. Both lists must have the same length.
    fn extend(&mut self, entities: &[Entity], values: Vec<Self::Value>) {
        debug_assert_eq!(entities.len(), values.len(), "one value per entity");
        for (entity, value) in entities.iter().zip(values) {
            self.push(*entity, value);
        }
    }

    /// Reserves capacity for `additional` more values.
    ///
    /// # Panics
    ///
    /// On capacity overflow. Nothing changes then.
    fn reserve(&mut self, additional: usize);

    /// The index of the entity that owns this value, found by the address of the value.
    ///
    /// `None` if the value is not in this storage, and for values without a size, which have no address of their own. Runs in **O(1)**
    /// time; in **O(chunks)** for a `hashed_array_tree`.
    fn owner_index(&self, value: &Self::Value) -> Option<u32>;

    /// The value of an entity; `None` if it is dead or lacks the component.
    #[inline]
    fn value(&self, entity: Entity, living: &Allocator) -> Option<&Self::Value> {
        let (index, values) = self.parts();
        if living.contains(entity) { values.get(index.position_or_beyond(entity.index())?) } else { None }
    }

    /// The value of an entity, for writing; `None` if it is dead or lacks the component.
    ///
    /// The value is marked for the readers of changes, even if the caller does not write it.
    #[inline]
    fn value_mut(&mut self, entity: Entity, living: &Allocator) -> Option<&mut Self::Value> {
        let (index, values, marks) = self.written_parts();
        if !living.contains(entity) {
            return None;
        }
        let position = index.position_or_beyond(entity.index())?;
        let value = values.get(position)?;
        marks.mark::<false>(position);
        Some(value)
    }
}

/// A storage whose values can be in any order, so that they can be sorted.
///
/// A storage in a fixed order does not implement it, so sorting such a component is a compile error.
///
/// # Examples
///
/// Library code requires that the component can be sorted, and leaves the choice of the storage to the world:
///
/// ```
/// use ecs_world::Sortable;
/// use ecs_world::prelude::*;
///
/// #[derive(Debug, PartialEq)]
/// pub struct Depth(u32);
///
/// fn sort_back_to_front<W: Has<Depth, Storage: Sortable>>(world: &mut W) {
///     world.sort_by_key::<Depth, _>(|depth| std::cmp::Reverse(depth.0));
/// }
///
/// ecs_world! { components: Depth; }
///
/// let mut world = World::default();
/// sort_back_to_front(&mut world);
/// world.spawn_batch([1, 3, 2].map(Depth));
/// sort_back_to_front(&mut world);
/// assert_eq!(world.columns().depth.as_slice(), [3, 2, 1].map(Depth));
/// ```
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` have an order of their own",
    label = "they cannot be sorted",
    note = "keep a component that is to be sorted in a `sparse_set`, which is the default; library code requires `W: Has<C, Storage: Sortable>`"
)]
pub trait Sortable: Contiguous {
    /// Borrows the values before a position and those from there on, as two columns that share no value. For generated code, and for a
    /// [`SplitSet`] only: the second column of any other storage is empty.
    #[doc(hidden)]
    fn split(&mut self, position: usize) -> (LookupMut<'_, Self>, LookupMut<'_, Self>)
    where
        Self: Sized;

    /// Converts values that are borrowed for writing into values for reading.
    #[doc(hidden)]
    fn values_to_read(values: Self::ValuesMut<'_>) -> Self::Values<'_>;
}

/// A storage whose values can swap positions, so that a group can own it; for generated code.
#[doc(hidden)]
pub trait Grouped: ErasedStorage {
    /// Returns true if the value at a position is that of this entity. Runs in **O(1)** time.
    fn is_at(&self, entity: Entity, position: usize) -> bool;

    /// Swaps the value of an entity, if it has one, into a position. Runs in **O(1)** time.
    fn bring(&mut self, entity: Entity, position: usize);

    /// Swaps the value of an entity that enters a group into `position`, the first one behind the group. Runs in **O(1)** time.
    ///
    /// It is there already if there is no other value behind the group, as after most spawns, or if they enter in the order of the storage.
    /// These tests need no position of the entity, so they are shorter than the swap, and inlined before it.
    #[inline(always)]
    fn enter(&mut self, entity: Entity, position: usize) {
        if self.values() != position + 1 && !self.is_at(entity, position) {
            self.bring(entity, position);
        }
    }

    /// Swaps the value of an entity that leaves a group into `last`, the last position of the group. Does nothing if the group contains all
    /// values and the value is about to be removed: the removal moves the last value to its position. Runs in **O(1)** time.
    #[inline(always)]
    fn leave(&mut self, entity: Entity, last: usize, is_removed: bool) {
        let stays = is_removed && self.values() == last + 1;
        if !stays && !self.is_at(entity, last) {
            self.bring(entity, last);
        }
    }
}

/// Borrows a storage for reading; for generated code.
#[inline]
pub fn read<S: Storage>(storage: &S) -> Lookup<'_, S> {
    let (index, values) = storage.parts();
    Lookup { index, values, first: 0, aligned: false }
}

/// Borrows a storage for writing; for generated code.
#[inline]
pub fn write<S: Storage>(storage: &mut S) -> LookupMut<'_, S> {
    let (index, values, marks) = storage.written_parts();
    LookupMut::new(index, values, 0, marks)
}

/// A dense storage: its values are one slice.
///
/// Required by `columns().name.as_slice()` and by groups.
///
/// # Examples
///
/// A function for the columns of all dense storages:
///
/// ```
/// use ecs_world::prelude::*;
/// use ecs_world::{ColumnMut, Contiguous};
///
/// #[derive(Debug, PartialEq)]
/// struct Score(u32);
/// #[derive(Debug, PartialEq)]
/// struct Level(u32);
///
/// fn first<'a, C: 'static, S: Contiguous<Value = C>>(column: &'a ColumnMut<'_, C, S>) -> Option<&'a C> {
///     column.as_slice().first()
/// }
///
/// ecs_world! { components: Score, #[storage(packed)] Level; }
///
/// let mut world = World::default();
/// world.spawn(Level(1));
/// let columns = world.columns();
/// assert_eq!((first(&columns.score), first(&columns.level)), (None, Some(&Level(1))));
/// ```
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` are not adjacent",
    label = "there is no slice of these values",
    note = "keep the component in a storage whose values are adjacent: `sparse_set`, `packed`, `hash_map` or `btree_map`; the column of any storage can be iterated"
)]
pub trait Contiguous: Storage {
    /// The values as a slice, in the order of the index.
    ///
    /// Runs in **O(1)** time; an empty storage has an empty slice.
    fn as_slice(&self) -> &[Self::Value];

    /// The values as a mutable slice, in the order of the index.
    fn as_mut_slice(&mut self) -> &mut [Self::Value];
}
