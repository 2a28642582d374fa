//! Owns borrowed storages as readers see them: values beside the index that says whose they are.

use super::{Storage, Values, ValuesMut};
use crate::EntityIndex;

/// The values of a component, to read.
pub struct Lookup<'w, S: Storage> {
    pub(crate) index: &'w S::Index,
    pub(crate) values: S::Values<'w>,
    /// Whether the value at each step of what is walked stands at that position.
    pub(crate) aligned: bool,
}

impl<S: Storage> Clone for Lookup<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Storage> Copy for Lookup<'_, S> {}

/// A column of nobody.
impl<S: Storage> Default for Lookup<'_, S> {
    fn default() -> Self {
        Self { index: S::Index::NOBODY, values: Default::default(), aligned: false }
    }
}

impl<S: Storage> core::fmt::Debug for Lookup<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Lookup").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, S: Storage> Lookup<'w, S> {
    /// The same column, of a storage that the view that is walked keeps in its order; for generated code.
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

/// The values of a component, to change.
pub struct LookupMut<'w, S: Storage> {
    pub(crate) index: &'w S::Index,
    pub(crate) values: S::ValuesMut<'w>,
    /// Whether the value at each step of what is walked stands at that position.
    pub(crate) aligned: bool,
}

/// A column of nobody.
impl<S: Storage> Default for LookupMut<'_, S> {
    fn default() -> Self {
        Self { index: S::Index::NOBODY, values: Default::default(), aligned: false }
    }
}

impl<S: Storage> core::fmt::Debug for LookupMut<'_, S> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LookupMut").field("index", self.index).field("aligned", &self.aligned).finish_non_exhaustive()
    }
}

impl<'w, S: Storage> LookupMut<'w, S> {
    /// The same column, of a storage that the view that is walked keeps in its order; for generated code.
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
