//! Checks that all parts of a world are consistent: each part checks its own invariants, and storages, masks and views are compared here.
//! Tests, the model and fuzz targets call this after each operation.
//!
//! A check does not use the code that it checks: it compares stored data with the masks, entity by entity. It is slow, in
//! **O(slots * views + values)** time, and allocates; production code never calls it. Tests call it unoptimised after each operation, so
//! what it does per slot is written as loops.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{relations, tidy};
use crate::mask::BitMask;
use crate::population::Population;
use crate::storage::{Check, ErasedStorage};
use crate::view::{Aspect, Members};
use crate::world::{Core, EcsWorld, Token};

/// Checks all invariants; the error names the violated one.
///
/// The masks are checked first, since everything else is compared with them.
pub(super) fn check<W: EcsWorld>(world: &mut W) -> Result<(), String> {
    let core = world.__core_mut(Token::new());
    core.entities.check()?;
    for component in 0..W::COMPONENTS.len() {
        let context = |error| format!("{} of {}: {error}", W::COMPONENTS[component], W::NAME);
        let checked = W::__visit_storage(&mut core.storages, component, Check);
        checked.ok_or("a component has no storage")?.map_err(context)?;
        let Some(storage) = W::__storage(&mut core.storages, component) else { continue };
        check_storage(&storage, &core.entities, component).map_err(context)?;
    }
    for view in 0..W::VIEWS.len() {
        check_view(core, view).map_err(|error| format!("view {view} of {}: {error}", W::NAME))?;
    }
    relations::check(world.__core_mut(Token::new())).map_err(|error| format!("{}: {error}", W::NAME))?;
    tidy::check(world).map_err(|error| format!("{}: {error}", W::NAME))
}

/// Checks that a storage has values of exactly the live entities whose masks have the component.
///
/// Each value belongs to such an entity, and there are as many such entities as values, so none lacks its value.
fn check_storage<M: BitMask>(
    storage: &dyn ErasedStorage,
    entities: &Population<M>,
    component: usize,
) -> Result<(), String> {
    for index in storage.source().iter() {
        let mask = entities.allocator.entity_at(index).and_then(|entity| entities.mask(entity));
        if !mask.is_some_and(|mask| mask.contains(component)) {
            return Err(format!("has a value for entity {index}, which does not live or lacks the bit"));
        }
    }
    let (masks, mut with_bit) = (entities.masks(), 0);
    for index in 0..masks.len() {
        with_bit += usize::from(masks[index].contains(component));
    }
    if with_bit == storage.values() { Ok(()) } else { Err(format!("{with_bit} masks for {} values", storage.values())) }
}

/// Checks that a view contains exactly the live entities that match its aspect, except for changes that it has not settled yet.
///
/// Lists are compared by their members, groups by the fronts of their storages.
fn check_view<W: EcsWorld>(core: &mut Core<W>, view: usize) -> Result<(), String> {
    let Core { storages, views, entities, .. } = core;
    let (own, aspect) = W::__view(views, view).ok_or("is missing")?;
    own.check()?;
    match own.members() {
        Members::NotKept => own.check_deferred(entities, &aspect),
        Members::Listed(index) => check_members(index.indices(), entities, &aspect),
        Members::Prefix(len) => check_group::<W>(storages, entities, &aspect, W::VIEWS[view].owned, Some(len)),
        Members::Whole => check_group::<W>(storages, entities, &aspect, W::VIEWS[view].owned, None),
    }
}

/// Checks that the owned storages have the same entities at their front, in one order; without a length, throughout.
fn check_group<W: EcsWorld>(
    storages: &mut W::Storages,
    entities: &Population<W::Mask>,
    aspect: &Aspect<W::Mask>,
    owned: &[usize],
    len: Option<usize>,
) -> Result<(), String> {
    let mut front: Option<Vec<u32>> = None;
    for component in owned {
        let storage = W::__storage(storages, *component).ok_or("an owned storage is missing")?;
        let source = storage.source();
        let own: Vec<u32> = len.map_or(source, |len| source.first(len)).iter().collect();
        if let Some(len) = len.filter(|len| own.len() < *len) {
            return Err(format!("{len} are in the group, {} has {}", W::COMPONENTS[*component], own.len()));
        }
        if *front.get_or_insert_with(|| own.clone()) != own {
            return Err(format!("{} is in another order", W::COMPONENTS[*component]));
        }
    }
    check_members(&front.ok_or("owns nothing")?, entities, aspect)
}

/// Checks that members are alive and match, and are as many as matching entities: no member is listed twice, so none is missing.
fn check_members<M: BitMask>(members: &[u32], entities: &Population<M>, aspect: &Aspect<M>) -> Result<(), String> {
    let mask = |index: u32| entities.allocator.entity_at(index).and_then(|entity| entities.mask(entity));
    for index in members {
        if !mask(*index).is_some_and(|mask| aspect.matches(&mask)) {
            return Err(format!("holds entity {index}, which does not match"));
        }
    }
    let (masks, mut matching) = (entities.masks(), 0);
    for entity in &entities.allocator {
        matching += usize::from(aspect.matches(&masks[entity.index() as usize]));
    }
    if matching == members.len() { Ok(()) } else { Err(format!("{matching} match, it holds {}", members.len())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;
    use crate::storage::{SparseSet, Storage};

    #[test]
    fn a_storage_has_values_of_exactly_the_entities_with_its_bit() {
        let mut entities = Population::<Mask<1>>::default();
        let [one, two] = [Mask::of(&[3]), Mask::of(&[0])].map(|mask| entities.spawn(mask));
        let mut storage = SparseSet::default();
        assert!(check_storage(&storage, &entities, 3).is_err(), "a mask without a value");
        storage.push(one, 'a');
        assert!(check_storage(&storage, &entities, 3).is_ok());
        storage.push(two, 'b');
        assert!(check_storage(&storage, &entities, 3).is_err(), "a value without a bit");
        entities.set_mask(two, Mask::of(&[0, 3]));
        assert!(check_storage(&storage, &entities, 3).is_ok());
        entities.despawn(two);
        assert!(check_storage(&storage, &entities, 3).is_err(), "a value without an entity");
    }

    #[test]
    fn a_view_has_exactly_the_matching_entities() {
        let mut entities = Population::<Mask<1>>::default();
        let all = [&[1][..], &[1, 2], &[2], &[1]].map(|parts| entities.spawn(Mask::of(parts)).index());
        let aspect = Aspect::new(Mask::of(&[1]), Mask::of(&[2]), Mask::of(&[]));
        assert!(check_members(&[all[3], all[0]], &entities, &aspect).is_ok());
        assert!(check_members(&[all[0]], &entities, &aspect).is_err(), "one is missing");
        assert!(check_members(&[all[0], all[3], all[1]], &entities, &aspect).is_err(), "one does not match");
        assert!(check_members(&[all[0], 9], &entities, &aspect).is_err(), "one is dead");
    }
}
