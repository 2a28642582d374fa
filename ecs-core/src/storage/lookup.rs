//! Owns borrowed storages as readers see them: values beside the index that says whose they are.

use crate::{Source, SparseIndex};

/// The values of a component, to read.
#[derive(Debug)]
pub struct Lookup<'w, C> {
    pub(crate) index: &'w SparseIndex,
    pub(crate) values: &'w [C],
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
        Self { index: SparseIndex::nobody(), values: &[] }
    }
}

impl<'w, C> Lookup<'w, C> {
    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w C> {
        self.values.get(self.index.position_of(index)?)
    }

    #[inline]
    pub(crate) fn source(&self) -> Source<'w> {
        Source::Index(self.index)
    }
}

/// The values of a component, to change.
#[derive(Debug)]
pub struct LookupMut<'w, C> {
    pub(crate) index: &'w SparseIndex,
    pub(crate) values: &'w mut [C],
}

/// A column of nobody.
impl<C> Default for LookupMut<'_, C> {
    fn default() -> Self {
        Self { index: SparseIndex::nobody(), values: &mut [] }
    }
}

impl<'w, C> LookupMut<'w, C> {
    #[inline]
    pub(crate) fn get(self, index: u32) -> Option<&'w mut C> {
        self.values.get_mut(self.index.position_of(index)?)
    }

    #[inline]
    pub(crate) fn source(&self) -> Source<'w> {
        Source::Index(self.index)
    }
}
