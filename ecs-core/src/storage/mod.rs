//! Storages: the values of components. Uses entities and indices, no world.
//!
//! A storage is an entity index and values by position; iteration, lookups and joins are generic over both, so a new kind of
//! storage is one file that implements [`Storage`], [`ErasedStorage`], [`StorageMaintenance`] and [`Erase`].
//!
//! | storage | index | values |
//! |---|---|---|
//! | [`SparseSet`], [`HashMapSet`], [`BTreeMapSet`] | dense, with an array, a hash map or a tree as table | a vector in any order |
//! | [`PackedArray`] | dense, with an array as table | a vector in ascending order |
//! | [`VecStorage`] | presence | a vector by entity index, with gaps |
//! | [`HashedArrayTree`] | presence | chunks by entity index, with gaps |
//! | [`TagSet`] | presence | none |
//! | [`Accompanied`] | that of the storage in it | those of the storage in it, and what accompanies them (`companion`) |
//! | [`Buffered`] | that of each of the two storages in it | the present ones and the [past](Past) ones |

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
pub use erased::{
    Erase, ErasedMut, ErasedStorage, ErasedValues, StorageMaintenance, StorageTasks, Task, VisitStorage, with_storage,
};
pub use hashed_array_tree::HashedArrayTree;
pub use lookup::{Lookup, LookupMut};
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

/// Private, so that storages and borrowed values are implemented in this directory alone.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "storages are implemented by the library alone; `#[storage(..)]` in `components:` chooses one",
        label = "`{Self}` cannot be a storage"
    )]
    pub trait Sealed {}

    /// Has the value type as a parameter, since other crates could choose it freely for a type of this crate.
    #[diagnostic::on_unimplemented(
        message = "the values of storages are implemented by the library alone",
        label = "`{Self}` cannot be values of `{T}`"
    )]
    pub trait ValuesOf<T> {}
}

/// The values of one component, however they are kept.
///
/// A storage is an index, which maps each entity to a position, and the values by position. It contains a value for exactly the entities
/// whose masks have the component; callers change both together.
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
    /// An empty storage, without an allocation. A constant, so that all storages of a world are created by one copy of bytes.
    const EMPTY: Self;
    /// How positions change as values are inserted and removed.
    #[doc(hidden)]
    const LAYOUT: Layout;

    /// The component.
    type Value: 'static;
    /// The index: entities and positions.
    type Index: EntityIndex;
    /// The values by position, to read.
    type Values<'w>: Values<'w, Self::Value>;
    /// The values by position, to write.
    type ValuesMut<'w>: ValuesMut<'w, Self::Value>;
    /// What values that are written are marked in.
    #[doc(hidden)]
    type Marks<'w>: Marks;
    /// Whether there are any such marks.
    #[doc(hidden)]
    const MARKED: bool = <Self::Marks<'static> as Marks>::ANY;

    /// The number of positions that companions know: of values, or of slots if they are indexed.
    #[doc(hidden)]
    fn positions(&self) -> usize {
        if Self::LAYOUT == Layout::Indexed { self.source().steps() } else { self.values() }
    }

    /// Bytes of the values and of the gaps between them. Runs in **O(1)** time, in a `hashed_array_tree` in **O(chunks)**.
    #[doc(hidden)]
    fn value_bytes(&self) -> usize {
        self.values().saturating_mul(size_of::<Self::Value>())
    }

    /// The index and the values.
    ///
    /// Runs in **O(1)** time, as all methods that borrow do: no value is moved or copied.
    fn parts(&self) -> (&Self::Index, Self::Values<'_>);

    /// The index, and the values to write.
    fn parts_mut(&mut self) -> (&Self::Index, Self::ValuesMut<'_>);

    /// The same, and what values that are written are marked in.
    #[doc(hidden)]
    #[inline(always)]
    fn written_parts(&mut self) -> (&Self::Index, Self::ValuesMut<'_>, Self::Marks<'_>) {
        let (index, values) = self.parts_mut();
        (index, values, Default::default())
    }

    /// The index, the values to write, and what a [`Mut`](crate::Mut) notes writes in.
    #[doc(hidden)]
    #[inline(always)]
    fn noted_parts(&mut self) -> (&Self::Index, Self::ValuesMut<'_>, Option<&dyn Note>) {
        let (index, values) = self.parts_mut();
        (index, values, None)
    }

    /// The same marks, borrowed for a shorter time.
    #[doc(hidden)]
    fn shorten_marks<'a, 'w: 'a>(marks: Self::Marks<'w>) -> Self::Marks<'a>;

    /// The same values, borrowed to read for a shorter time.
    fn shorten<'a, 'w: 'a>(values: Self::Values<'w>) -> Self::Values<'a>;

    /// The same values, borrowed to write for a shorter time.
    fn reborrow<'a>(values: &'a mut Self::ValuesMut<'_>) -> Self::ValuesMut<'a>;

    /// Makes this storage a copy of another, and reuses its memory: as [`Clone::clone_from`], for any storage whose values are `Clone`.
    ///
    /// If a `Clone` or a `Drop` of a value panics, the storage must be cleared before it is used again.
    #[doc(hidden)]
    fn copy_from(&mut self, source: &Self)
    where
        Self::Value: Clone;

    /// The position that the value of an entity, which has none, will have when it is inserted.
    #[doc(hidden)]
    fn next_position(&self, entity: Entity) -> usize;

    /// Inserts the value of an entity that has none. Dense storages in any order append it.
    ///
    /// Runs in amortised **O(1)** time; in **O(log values)** with the table of a `btree_map`, and in **O(values behind it)** in
    /// `packed`. A `hashed_array_tree` may allocate a chunk.
    fn push(&mut self, entity: Entity, value: Self::Value);

    /// Replaces the value of an entity that has one, and returns the former value.
    ///
    /// Costs one lookup: positions stay as they are.
    fn replace(&mut self, entity: Entity, value: Self::Value) -> Option<Self::Value>;

    /// Removes and returns the value of an entity. Dense storages in any order move the last value to its position.
    ///
    /// Costs as much as [`push`](Self::push), but allocates nothing, except that the list of spare chunks of a `hashed_array_tree` may grow. `None` if the entity has no value.
    fn take(&mut self, entity: Entity) -> Option<Self::Value>;

    /// Appends a value without an owner. The invariants do not hold until [`assign_owners`](Self::assign_owners).
    fn push_unowned(&mut self, value: Self::Value);

    /// Appends values without an owner, as [`push_unowned`](Self::push_unowned) does one by one.
    #[doc(hidden)]
    fn append_unowned(&mut self, values: Vec<Self::Value>) {
        for value in values {
            self.push_unowned(value);
        }
    }

    /// Assigns entities to the values that were appended without an owner, in order; values without an entity are dropped.
    ///
    /// Runs in **O(entities)** time; in `packed` in **O(n log n)** of all values, unless the entities ascend behind all others.
    fn assign_owners(&mut self, entities: &[Entity]);

    /// The same for the living entities of these indices.
    #[doc(hidden)]
    fn assign_indices(&mut self, indices: Vec<u32>, living: &Allocator) {
        let entities: Vec<_> = indices.into_iter().map(|index| living.living(index)).collect();
        self.assign_owners(&entities);
    }

    /// Inserts one value per entity, none of which has one. Both must have the same length.
    fn extend(&mut self, entities: &[Entity], values: Vec<Self::Value>) {
        debug_assert_eq!(entities.len(), values.len(), "one value per entity");
        for (entity, value) in entities.iter().zip(values) {
            self.push(*entity, value);
        }
    }

    /// Reserves capacity for this many more values.
    ///
    /// # Panics
    ///
    /// On capacity overflow. Nothing changes then.
    fn reserve(&mut self, additional: usize);

    /// The index of the entity that has this value, by the address of the value.
    ///
    /// `None` if the value is in no position of this storage, and for values without a size, which have no address of their own.
    /// Runs in **O(1)** time, in a `hashed_array_tree` in **O(chunks)**.
    fn owner_index(&self, value: &Self::Value) -> Option<u32>;

    /// The value of an entity; `None` if it is dead or lacks the component.
    #[inline]
    fn value(&self, entity: Entity, living: &Allocator) -> Option<&Self::Value> {
        let (index, values) = self.parts();
        if living.contains(entity) { values.get(index.place_of(entity.index())?) } else { None }
    }

    /// The value of an entity, to write.
    ///
    /// It is marked for the readers of changes, whether the caller writes it or not.
    #[inline]
    fn value_mut(&mut self, entity: Entity, living: &Allocator) -> Option<&mut Self::Value> {
        let (index, values, marks) = self.written_parts();
        if !living.contains(entity) {
            return None;
        }
        let place = index.place_of(entity.index())?;
        let value = values.get(place)?;
        marks.mark::<false>(place);
        Some(value)
    }
}

/// A storage whose values can be in any order, so that they can be sorted.
///
/// A storage in a fixed order lacks it, so sorting such a component is a compile error and not a surprise.
///
/// # Examples
///
/// Library code says that it sorts, and leaves the storage to the world:
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
    note = "keep a component that is to be sorted in a `sparse_set`, which is the default; library code asks for `W: Has<C, Storage: Sortable>`"
)]
pub trait Sortable: Contiguous {
    /// Borrows the values before a position, and those from there on: two columns that share no value. For generated code, and only of
    /// a [`SplitSet`]: the second part of others has no value at any position.
    #[doc(hidden)]
    fn split(&mut self, place: usize) -> (LookupMut<'_, Self>, LookupMut<'_, Self>)
    where
        Self: Sized;

    /// The same values, to read.
    #[doc(hidden)]
    fn values_to_read(values: Self::ValuesMut<'_>) -> Self::Values<'_>;
}

/// A storage whose values can swap positions, so that a group can own it; for generated code.
#[doc(hidden)]
pub trait Grouped: ErasedStorage {
    /// The position of the value of an entity. Runs in **O(1)** time.
    fn position(&self, entity: Entity) -> Option<usize>;

    /// Swaps the values at two positions, with their entities. Runs in **O(1)** time.
    fn swap(&mut self, a: usize, b: usize);

    /// Swaps the value of an entity, which has one, into a position. Runs in **O(1)** time.
    #[inline]
    fn bring(&mut self, entity: Entity, position: usize) {
        if let Some(own) = self.position(entity)
            && own != position
        {
            self.swap(own, position);
        }
    }

    /// The same as an entity leaves a group, of which `last` is the last position. Does nothing if all values are in the group and the
    /// value is removed next, which moves the last one to its position. Runs in **O(1)** time.
    #[inline]
    fn leave(&mut self, entity: Entity, last: usize, is_removed: bool) {
        if !(is_removed && self.values() == last + 1) {
            self.bring(entity, last);
        }
    }
}

/// Borrows a storage to read, for generated code.
#[inline]
pub fn read<S: Storage>(storage: &S) -> Lookup<'_, S> {
    let (index, values) = storage.parts();
    Lookup { index, values, first: 0, aligned: false }
}

/// Borrows a storage to write values, for generated code.
#[inline]
pub fn write<S: Storage>(storage: &mut S) -> LookupMut<'_, S> {
    let (index, values, marks) = storage.written_parts();
    LookupMut::new(index, values, 0, marks)
}

/// A dense storage: its values are one slice.
///
/// `columns().name.as_slice()` and groups need it.
///
/// # Examples
///
/// One function for the columns of all dense storages:
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

    /// The values as a slice to write, in the order of the index.
    fn as_mut_slice(&mut self) -> &mut [Self::Value];
}
