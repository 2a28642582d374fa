//! What a view that defers changes has not settled or reported, for saves.

use alloc::vec::Vec;

use super::handles::Handles;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::population::Population;

/// What a view that defers changes has not settled, or not reported to systems.
#[derive(Debug, Clone, Default)]
pub struct Deferred {
    /// The list of the last sync, if changes were noted since.
    pub(crate) list: Option<Vec<Entity>>,
    /// The entities that changed since.
    pub(crate) noted: Vec<Entity>,
    /// The entities that left, and of which systems were not notified.
    pub(crate) gone: Vec<Entity>,
    /// Those that entered.
    pub(crate) new: Vec<Entity>,
}

impl Deferred {
    /// Returns true if nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_none() && self.noted.is_empty() && self.gone.is_empty() && self.new.is_empty()
    }
}

impl Handles {
    /// Makes this a list of those of these entities that are wanted, in slots that exist; of several in one slot, the first.
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
