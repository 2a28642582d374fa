//! Values in storages that belong to no entity yet, to spawn entities with components that are known only at run time.
//!
//! Values are appended column by column, which may run user code each time; then the entities are spawned, and the values assigned to them.
//! A panic in between drops the values, and the storages are as before.
//!
//! ```text
//!                           Health       owners     Name        owners     live entities
//! before                    5 8          e0 e1      "a"         e1         e0 e1
//! push 3, push "b"          5 8 3        e0 e1      "a" "b"     e1         e0 e1
//! spawn e2, assign          5 8 3        e0 e1 e2   "a" "b"     e1 e2      e0 e1 e2
//! a panic instead           5 8          e0 e1      "a"         e1         e0 e1
//! ```

use alloc::vec::Vec;

use super::each::{self, EachComponent};
use super::relations::number_of;
use crate::bundle::BundleKind;
use crate::entity::Entity;
use crate::mask::BitMask;
use crate::relation::ReadTargets;
use crate::world::{EcsWorld, Holds};

/// Values that were appended to storages without an owner. They are dropped with this guard, unless they are assigned to entities.
///
/// While it exists, storages have more values than entities. So user code must not see them, and [`storages`](Self::storages) lends them
/// only to read values of other entities.
pub(super) struct Rows<'w, W: EcsWorld> {
    storages: &'w mut W::Storages,
    /// The targets of relations among the values, to be linked when these have owners.
    targets: &'w mut ReadTargets,
    /// The components to which values were appended.
    mask: W::Mask,
}

impl<'w, W: EcsWorld> Rows<'w, W> {
    /// Creates a guard without values. Allocates nothing.
    pub(super) fn new(storages: &'w mut W::Storages, targets: &'w mut ReadTargets) -> Self {
        if const { !W::RELATIONS.is_empty() } {
            targets.clear();
        }
        Self { storages, targets, mask: W::Mask::EMPTY }
    }

    /// The storages, to read the values to be cloned.
    pub(super) fn storages(&self) -> &W::Storages {
        self.storages
    }

    /// Reads the targets of a value, if it is a relation.
    fn read_targets<C: 'static>(&mut self, value: &C)
    where
        W: Holds<C>,
    {
        if let Some(relation) = const { number_of::<W>(W::ID) } {
            self.targets.push(relation, (W::TARGETS)(value));
        }
    }

    /// Appends a value.
    pub(super) fn push<C: 'static>(&mut self, value: C)
    where
        W: Holds<C>,
    {
        self.read_targets(&value);
        self.mask = self.mask.union(W::Mask::bit(W::ID));
        C::Kind::push_unowned(C::Kind::into_plain(value), self.storages);
    }

    /// Appends `count` clones of a value.
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
            let clone = value.clone();
            self.read_targets(&clone);
            C::Kind::push_unowned(C::Kind::into_plain(clone), self.storages);
        }
    }

    /// Assigns the values to entities with different components: each gets one value of each component in its mask.
    pub(super) fn assign_each(&mut self, entities: &[(Entity, W::Mask)]) {
        let mut mask = core::mem::replace(&mut self.mask, W::Mask::EMPTY);
        while let Some(component) = mask.pop_first() {
            let owners = entities.iter().filter(|(_, own)| own.contains(component)).map(|(entity, _)| *entity);
            let (owners, own) = (owners.collect::<Vec<_>>(), W::Mask::bit(component));
            W::__each_component(&own, &mut Assign::<W> { storages: self.storages, entities: &owners });
        }
    }

    /// Assigns the values to these entities, each of which gets one value of each component in the mask. Without entities, the values are
    /// dropped.
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
    /// One entity per appended value; if empty, the values are dropped.
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
