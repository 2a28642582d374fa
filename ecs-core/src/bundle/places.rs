//! The storages in which a component is inserted and removed: its own, or those of its present and of its past.
//!
//! A place is a type parameter of [`ComponentKind`](super::ComponentKind), so no code for pasts is compiled for components without one, and
//! no other kind of bundle knows pasts.
//!
//! ```text
//!                     OwnStorage             BothStorages
//! prepare(values)     nothing                clones: the pasts of the values                 before the change
//! push, replace ..    one storage            present; the past as well, but for `replace`    no user code
//! finish              nothing                drops the pasts that were removed               after the change
//! ```

use alloc::vec::Vec;

use crate::entity::Entity;
use crate::storage::Storage;
use crate::world::{CloneForPast, EcsWorld, Holds, KeepsPast};

/// The storages in which structural changes of a component are made.
pub trait ChangedIn<W: EcsWorld, C>: sealed::Sealed {
    /// Inserts the value of an entity that has none.
    fn push(storages: &mut W::Storages, entity: Entity, value: C);
    /// Appends a value without an owner.
    fn push_unowned(storages: &mut W::Storages, value: C);
    /// Assigns entities to appended values.
    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]);
    /// Inserts one value per entity; none of the entities has one yet.
    fn extend(storages: &mut W::Storages, entities: &[Entity], values: Vec<C>);
    /// Replaces the value of an entity that has one.
    fn replace(storages: &mut W::Storages, entity: Entity, value: C) -> Option<C>;
    /// Removes the value of an entity.
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<C>;
    /// Reserves capacity.
    fn reserve(storages: &mut W::Storages, additional: usize);
    /// Calls user code that must run before these values are inserted.
    fn prepare(_: &mut W::Storages, _: &[C]) {}
    /// Calls user code that must run after values were removed.
    fn finish(_: &mut W::Storages) {}
}

/// Private, so that places are implemented only in this file.
mod sealed {
    pub trait Sealed {}

    impl Sealed for super::OwnStorage {}
    impl Sealed for super::BothStorages {}
}

/// The storage of the component, for components that are not double-buffered.
#[derive(Debug)]
pub struct OwnStorage;

/// The storages of the present and of the past of a double-buffered component.
///
/// Each change is made to both, so that positions stay equal; `Clone` and `Drop` of values run before and after it.
#[derive(Debug)]
pub struct BothStorages;

impl<W: Holds<C>, C: 'static> ChangedIn<W, C> for OwnStorage {
    #[inline(always)]
    fn push(storages: &mut W::Storages, entity: Entity, value: C) {
        W::storage_mut(storages).push(entity, value);
    }

    #[inline(always)]
    fn push_unowned(storages: &mut W::Storages, value: C) {
        W::storage_mut(storages).push_unowned(value);
    }

    #[inline(always)]
    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        W::storage_mut(storages).assign_owners(entities);
    }

    #[inline(always)]
    fn extend(storages: &mut W::Storages, entities: &[Entity], values: Vec<C>) {
        W::storage_mut(storages).extend(entities, values);
    }

    #[inline(always)]
    fn replace(storages: &mut W::Storages, entity: Entity, value: C) -> Option<C> {
        W::storage_mut(storages).replace(entity, value)
    }

    #[inline(always)]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        W::storage_mut(storages).take(entity)
    }

    #[inline(always)]
    fn reserve(storages: &mut W::Storages, additional: usize) {
        W::storage_mut(storages).reserve(additional);
    }
}

impl<W: KeepsPast<C>, C: CloneForPast + 'static> ChangedIn<W, C> for BothStorages {
    #[inline]
    fn push(storages: &mut W::Storages, entity: Entity, value: C) {
        W::both_mut(storages).push(entity, value);
    }

    #[inline]
    fn push_unowned(storages: &mut W::Storages, value: C) {
        W::both_mut(storages).push_unowned(value);
    }

    fn assign_owners(storages: &mut W::Storages, entities: &[Entity]) {
        W::both_mut(storages).assign_owners(entities);
    }

    fn extend(storages: &mut W::Storages, entities: &[Entity], values: Vec<C>) {
        W::both_mut(storages).extend(entities, values);
    }

    #[inline]
    fn replace(storages: &mut W::Storages, entity: Entity, value: C) -> Option<C> {
        W::both_mut(storages).replace(entity, value)
    }

    #[inline]
    fn take(storages: &mut W::Storages, entity: Entity) -> Option<C> {
        W::both_mut(storages).take(entity)
    }

    fn reserve(storages: &mut W::Storages, additional: usize) {
        W::both_mut(storages).reserve(additional);
    }

    fn prepare(storages: &mut W::Storages, values: &[C]) {
        W::both_mut(storages).make(values);
    }

    fn finish(storages: &mut W::Storages) {
        W::both_mut(storages).forget_removed();
    }
}
