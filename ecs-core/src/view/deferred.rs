//! Changes that a view has not settled or not reported yet, for saves.

use alloc::vec::Vec;

use super::handles::Handles;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::population::Population;

/// Changes that a view has not settled, or not reported to systems.
#[derive(Debug, Clone, Default)]
pub struct Deferred {
    /// The list of the last sync, if changes were recorded since.
    pub(crate) list: Option<Vec<Entity>>,
    /// The entities that changed since.
    pub(crate) noted: Vec<Entity>,
    /// The entities that left, if systems were not notified of it yet.
    pub(crate) gone: Vec<Entity>,
    /// The entities that entered, if systems were not notified of it yet.
    pub(crate) new: Vec<Entity>,
}

impl Deferred {
    /// Returns true if nothing is deferred.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_none() && self.noted.is_empty() && self.gone.is_empty() && self.new.is_empty()
    }
}

impl Handles {
    /// Replaces the list by these entities, as far as `is_wanted` accepts them and their slots exist; of several in one slot, by the first
    /// one.
    pub(super) fn refill<M: BitMask>(
        &mut self,
        entities: &[Entity],
        living: &Population<M>,
        is_wanted: &dyn Fn(Entity) -> bool,
    ) {
        self.clear();
        for entity in entities {
            let is_free =
                entity.index() < living.allocator.slots() && self.index().position_of(entity.index()).is_none();
            if is_free && is_wanted(*entity) {
                self.push(*entity);
            }
        }
    }
}
