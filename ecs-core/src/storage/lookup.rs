//! Owns borrowed storages as readers see them: values beside the index that says whose they are.

use crate::SparseIndex;

/// The values of a component, to read.
#[derive(Debug)]
pub struct Lookup<'w, C> {
    pub(crate) index: &'w SparseIndex,
    pub(crate) values: &'w [C],
    /// Whether the value at each step of what is walked stands at that position.
    pub(crate) aligned: bool,
}

impl<C> Clone for Lookup<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Lookup<'_, C> {}

/// A column of nobody.
impl<C> Default for Lookup<'_, C> {
    fn default() -> Self {
        Self { index: SparseIndex::nobody(), values: &[], aligned: false }
    }
}

impl<'w, C> Lookup<'w, C> {
    /// The same column, of a storage that the group that is walked keeps in its order; for generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn aligned(self) -> Self {
        Self { aligned: true, ..self }
    }

    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w C> {
        self.values.get(self.index.position_of(index)?)
    }
}

/// The values of a component, to change.
#[derive(Debug)]
pub struct LookupMut<'w, C> {
    pub(crate) index: &'w SparseIndex,
    pub(crate) values: &'w mut [C],
    /// Whether the value at each step of what is walked stands at that position.
    pub(crate) aligned: bool,
}

/// A column of nobody.
impl<C> Default for LookupMut<'_, C> {
    fn default() -> Self {
        Self { index: SparseIndex::nobody(), values: &mut [], aligned: false }
    }
}

impl<'w, C> LookupMut<'w, C> {
    /// The same column, of a storage that the group that is walked keeps in its order; for generated code.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn aligned(self) -> Self {
        Self { aligned: true, ..self }
    }

    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w mut C> {
        self.values.get_mut(self.index.position_of(index)?)
    }
}
