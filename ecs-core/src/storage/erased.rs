//! Owns what can be done to a storage without knowing its component: by number, at run time.

use alloc::string::String;

use super::sealed::Sealed;
use crate::{Entity, Source};

/// A storage whose component is known by number alone: how a despawn reaches what an entity has.
pub trait ErasedStorage: Sealed {
    /// Drops the value of an entity.
    fn discard(&mut self, entity: Entity);
    /// Drops all values.
    fn clear(&mut self);
    /// Lets the values at two positions change places; does nothing where the storage has an order of its own.
    fn swap(&mut self, _: usize, _: usize) {}
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
