//! Owns what an iterator asks about each entity.

/// Which entities of a source are kept.
pub(crate) trait Keep {
    /// Whether all of them are.
    fn keeps_all(&self) -> bool;

    /// Whether the entity of this index is.
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
