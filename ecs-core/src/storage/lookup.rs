//! Borrowed storages as fetches use them: values with the index that maps entities to them.
//!
//! A fetch needs the position of each entity, and then the value there. If the view that is iterated is a group that owns the storage, or
//! the storage itself, the position is the step of the iteration: such a column is *aligned*, and nothing is looked up. Generated code
//! knows from the plan which columns are, and queries find out by comparing addresses.

use super::{Sortable, Storage, Values, ValuesMut};
use crate::sparse::EntityIndex;

/// A column to read: the values of a component, with their index.
///
/// It is `Copy`, as a shared borrow is: several columns and threads can read one storage.
pub struct Lookup<'w, S: Storage> {
    pub(crate) index: &'w S::Index,
    pub(crate) values: S::Values<'w>,
    /// Whether the value at each step of the iteration is at that position, so that nothing is looked up.
    pub(crate) aligned: bool,
}

impl<S: Storage> Clone for Lookup<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Storage> Copy for Lookup<'_, S> {}

/// An empty column.
impl<S: Storage> Default for Lookup<'_, S> {
    fn default() -> Self {
        Self { index: S::Index::EMPTY_INDEX, values: Default::default(), aligned: false }
    }
}

impl<S: Storage> core::fmt::Debug for Lookup<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Lookup").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, S: Storage> Lookup<'w, S> {
    /// Marks the column as aligned: the view that is iterated owns the storage. For generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn aligned(self) -> Self {
        Self { aligned: true, ..self }
    }

    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w S::Value> {
        self.values.get(self.index.place_of(index)?)
    }
}

/// A column to write: the values of a component, with their index.
///
/// There is one per storage and iteration. It is lent to each step again, for an item that ends before the next one.
pub struct LookupMut<'w, S: Storage> {
    pub(crate) index: &'w S::Index,
    pub(crate) values: S::ValuesMut<'w>,
    /// Whether the value at each step of the iteration is at that position, so that nothing is looked up.
    pub(crate) aligned: bool,
}

/// An empty column.
impl<S: Storage> Default for LookupMut<'_, S> {
    fn default() -> Self {
        Self { index: S::Index::EMPTY_INDEX, values: Default::default(), aligned: false }
    }
}

impl<S: Storage> core::fmt::Debug for LookupMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LookupMut").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, S: Storage> LookupMut<'w, S> {
    /// Marks the column as aligned: the view that is iterated owns the storage. For generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn aligned(self) -> Self {
        Self { aligned: true, ..self }
    }

    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w mut S::Value> {
        self.values.get(self.index.place_of(index)?)
    }
}

impl<'w, S: Sortable> LookupMut<'w, S> {
    /// The same column, to read. For generated code.
    #[doc(hidden)]
    #[must_use]
    pub fn to_read(self) -> Lookup<'w, S> {
        Lookup { index: self.index, values: S::values_to_read(self.values), aligned: self.aligned }
    }
}
