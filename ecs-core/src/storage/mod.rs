//! Owns the values of components; knows entities and indices, and no world.

mod chunks;
mod erased;
mod hashed_array_tree;
mod lookup;
mod packed;
mod sparse_set;
mod tag;
mod values;
mod vec;

pub use erased::ErasedStorage;
pub use hashed_array_tree::HashedArrayTree;
pub use lookup::{Lookup, LookupMut};
pub use packed::PackedArray;
pub use sparse_set::{BTreeMapSet, DenseSet, HashMapSet, SparseSet};
pub use tag::{TagSet, Tags, TagsMut};
pub use values::{Values, ValuesMut};
pub use vec::VecStorage;

use alloc::vec::Vec;

use crate::{Allocator, Entity, EntityIndex};

/// Private, so that storages and borrowed values are implemented in this directory alone.
mod sealed {
    #[diagnostic::on_unimplemented(
        message = "storages are implemented by the library alone; `#[storage(..)]` in `components:` chooses one",
        label = "`{Self}` cannot be a storage"
    )]
    pub trait Sealed {}

    /// Names what the trait is about, since others could choose that freely for a type of ours.
    #[diagnostic::on_unimplemented(
        message = "the values of storages are implemented by the library alone",
        label = "`{Self}` cannot be values of `{T}`"
    )]
    pub trait ValuesOf<T> {}
}

/// The values of one component, however they are kept.
///
/// A storage is an index, which says at which place each entity's value is, and the values by place. What it holds is what
/// the masks of the entities say; who changes it changes these.
pub trait Storage: ErasedStorage + 'static {
    /// A storage without values; allocates nothing. A constant, so that all storages of a world are made by one copy of bytes.
    const EMPTY: Self;

    /// The component.
    type Value: 'static;
    /// Who has a value, and where.
    type Index: EntityIndex;
    /// The values by place, to read.
    type Values<'w>: Values<'w, Self::Value>;
    /// The values by place, to change.
    type ValuesMut<'w>: ValuesMut<'w, Self::Value>;

    /// The index and the values.
    fn parts(&self) -> (&Self::Index, Self::Values<'_>);

    /// The index, and the values to change.
    fn parts_mut(&mut self) -> (&Self::Index, Self::ValuesMut<'_>);

    /// The same values, to read for a shorter time.
    fn shorten<'a, 'w: 'a>(values: Self::Values<'w>) -> Self::Values<'a>;

    /// The same values, to change for a shorter time.
    fn reborrow<'a>(values: &'a mut Self::ValuesMut<'_>) -> Self::ValuesMut<'a>;

    /// Adds the value of an entity that has none here.
    fn push(&mut self, entity: Entity, value: Self::Value);

    /// Replaces the value of an entity that has one, and returns the old one.
    fn replace(&mut self, entity: Entity, value: Self::Value) -> Option<Self::Value>;

    /// Takes the value of an entity.
    fn take(&mut self, entity: Entity) -> Option<Self::Value>;

    /// Appends a value without an owner. The invariants do not hold until [`assign_owners`](Self::assign_owners).
    fn push_unowned(&mut self, value: Self::Value);

    /// Assigns entities to the values that were appended without an owner; values beyond them are dropped.
    fn assign_owners(&mut self, entities: &[Entity]);

    /// Adds one value per entity, none of which has one here. Both must be of one length.
    fn extend(&mut self, entities: &[Entity], values: Vec<Self::Value>) {
        debug_assert_eq!(entities.len(), values.len(), "one value per entity");
        for (entity, value) in entities.iter().zip(values) {
            self.push(*entity, value);
        }
    }

    /// Makes room for this many more values.
    ///
    /// # Panics
    ///
    /// On capacity overflow. Nothing changes then.
    fn reserve(&mut self, additional: usize);

    /// The index of the entity that has this value, by its address.
    fn owner_index(&self, value: &Self::Value) -> Option<u32>;

    /// The value of an entity.
    #[inline]
    fn value(&self, entity: Entity, living: &Allocator) -> Option<&Self::Value> {
        let (index, values) = self.parts();
        if living.contains(entity) { values.get(index.place_of(entity.index())?) } else { None }
    }

    /// The value of an entity, to change.
    #[inline]
    fn value_mut(&mut self, entity: Entity, living: &Allocator) -> Option<&mut Self::Value> {
        let (index, values) = self.parts_mut();
        if living.contains(entity) { values.get(index.place_of(entity.index())?) } else { None }
    }
}

/// A storage that leaves the order of its values free.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` have an order of their own",
    label = "they cannot be sorted",
    note = "keep a component that is to be sorted in a `sparse_set`, which is the default; library code asks for `W: Has<C, Storage: Sortable>`"
)]
pub trait Sortable: Contiguous {}

/// A storage to read, for generated code.
#[inline]
pub fn read<S: Storage>(storage: &S) -> Lookup<'_, S> {
    let (index, values) = storage.parts();
    Lookup { index, values, aligned: false }
}

/// A storage to write values of, for generated code.
#[inline]
pub fn write<S: Storage>(storage: &mut S) -> LookupMut<'_, S> {
    let (index, values) = storage.parts_mut();
    LookupMut { index, values, aligned: false }
}

/// A storage whose values stand side by side.
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` do not stand side by side",
    label = "there is no slice of these values",
    note = "iterate over the column, or keep the component in a `sparse_set` or as `packed`"
)]
pub trait Contiguous: Storage {
    /// The values.
    fn as_slice(&self) -> &[Self::Value];

    /// The values, to change.
    fn as_mut_slice(&mut self) -> &mut [Self::Value];
}
