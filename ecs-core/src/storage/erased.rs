//! Owns what can be done to a storage without knowing its component: by number, at run time.

use alloc::format;
use alloc::string::String;

use super::sealed::Sealed;
use crate::{Entity, Source, Swaps};

/// A storage whose component is known by number alone: how a despawn reaches what an entity has.
pub trait ErasedStorage: Sealed {
    /// Drops the value of an entity.
    fn discard(&mut self, entity: Entity);
    /// Drops all values.
    fn clear(&mut self);
    /// Swaps the values at each of these two positions, in turn; none where the storage has an order of its own.
    fn swap_all(&mut self, _swaps: &[(u32, u32)]) {}
    /// Brings the values of entities that have one, in this order, to the positions from `first` on, by swaps, as far as there is
    /// room for these. Returns how many are in place; `None` where the storage has an order of its own.
    fn arrange(&mut self, _first: usize, _order: &[u32], _: &mut Swaps) -> Option<usize> {
        None
    }
    /// Gives spare memory back.
    fn shrink_to_fit(&mut self);
    /// Who has a value here, in the order of the storage.
    fn source(&self) -> Source<'_>;
    /// How many values there are.
    fn values(&self) -> usize;
    /// Says which invariant is broken.
    ///
    /// # Errors
    ///
    /// What is broken, in words.
    fn check(&self) -> Result<(), String>;
}

/// Says that there are more or fewer values than entities. (Not generic: each component has a check of its own.)
pub(super) fn check_count(values: usize, entities: usize) -> Result<(), String> {
    if values == entities { Ok(()) } else { Err(format!("{values} values for {entities} entities")) }
}
