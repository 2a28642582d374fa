//! Values in storages that belong to no entity yet: how entities are spawned with components that are known at run time only.
//!
//! Values are appended column by column, each of which may run code of the user; then the entities are spawned, and the values assigned to them. A
//! panic between the two drops the values, and the storages are as before.

use alloc::vec::Vec;

use super::each::{self, EachComponent};
use crate::bundle::BundleKind;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::world::{EcsWorld, Holds};

/// Values that were appended to storages without an owner. They are dropped with this value, unless entities are assigned.
///
/// While it exists, storages have more values than entities: no user code may see them, and
/// [`storages`](Self::storages) lends them to read values of other entities only.
pub(super) struct Rows<'w, W: EcsWorld> {
    storages: &'w mut W::Storages,
    /// The components to which values were appended.
    mask: W::Mask,
}

impl<'w, W: EcsWorld> Rows<'w, W> {
    /// Without values. Allocates nothing.
    pub(super) fn new(storages: &'w mut W::Storages) -> Self {
        Self { storages, mask: W::Mask::EMPTY }
    }

    /// The storages, to read the values that are cloned.
    pub(super) fn storages(&self) -> &W::Storages {
        self.storages
    }

    /// Appends a value.
    pub(super) fn push<C: 'static>(&mut self, value: C)
    where
        W: Holds<C>,
    {
        self.mask = self.mask.union(W::Mask::bit(W::ID));
        C::Kind::push_unowned(value, self.storages);
    }

    /// Appends clones of a value.
    ///
    /// Runs in **O(count)** time, with one reservation.
    pub(super) fn append<C: Clone + 'static>(&mut self, value: &C, count: usize)
    where
        W: Holds<C>,
    {
        if count > 1 {
            C::Kind::reserve(self.storages, count);
        }
        self.mask = self.mask.union(W::Mask::bit(W::ID));
        for _ in 0..count {
            C::Kind::push_unowned(value.clone(), self.storages);
        }
    }

    /// Assigns the values to entities that differ in their components: each has one of each in its mask.
    pub(super) fn assign_each(&mut self, entities: &[(Entity, W::Mask)]) {
        let mut mask = core::mem::replace(&mut self.mask, W::Mask::EMPTY);
        while let Some(component) = mask.pop_first() {
            let owners = entities.iter().filter(|(_, own)| own.contains(component)).map(|(entity, _)| *entity);
            let (owners, own) = (owners.collect::<Vec<_>>(), W::Mask::bit(component));
            W::__each_component(&own, &mut Assign::<W> { storages: self.storages, entities: &owners });
        }
    }

    /// Assigns the values to these entities, each of which has one of each component in the mask; to
    /// none, so that they are dropped.
    pub(super) fn assign(&mut self, entities: &[Entity]) {
        let mask = core::mem::replace(&mut self.mask, W::Mask::EMPTY);
        if !mask.is_empty() {
            W::__each_component(&mask, &mut Assign::<W> { storages: self.storages, entities });
        }
    }
}

impl<W: EcsWorld> Drop for Rows<'_, W> {
    fn drop(&mut self) {
        self.assign(&[]);
    }
}

/// Assigns the values of one component after another.
struct Assign<'a, W: EcsWorld> {
    storages: &'a mut W::Storages,
    entities: &'a [Entity],
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Assign<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Assign<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        C::Kind::assign_owners(self.storages, self.entities);
    }
}
