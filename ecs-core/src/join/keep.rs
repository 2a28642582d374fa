//! The filter of an iterator, as a type: a join keeps all entities, a query those that pass its filter.

/// A filter of the entities of a source.
pub(crate) trait Keep {
    /// Returns true if all entities are kept, so that none has to be tested.
    fn keeps_all(&self) -> bool;

    /// Returns true if the entity of this index is kept.
    fn keeps(&self, index: u32) -> bool;
}

/// Keeps all entities.
#[derive(Debug)]
pub(crate) struct KeepAll;

impl Keep for KeepAll {
    #[inline(always)]
    fn keeps_all(&self) -> bool {
        true
    }

    #[inline(always)]
    fn keeps(&self, _: u32) -> bool {
        true
    }
}
