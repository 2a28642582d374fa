//! Owns the check that all parts of a world agree. Tests and fuzzing share it.

use alloc::format;
use alloc::string::String;

use crate::{BitMask, Core, EcsWorld, ErasedStorage, Population, Token};

/// Says what does not agree.
pub(super) fn check<W: EcsWorld>(world: &mut W) -> Result<(), String> {
    let core = world.__core_mut(Token::new());
    core.entities.check()?;
    for component in 0..W::COMPONENTS.len() {
        let storage = W::__storage(&mut core.storages, component).ok_or("a component has no storage")?;
        let context = |error| format!("{} of {}: {error}", W::COMPONENTS[component], W::NAME);
        check_storage(storage, &core.entities, component).map_err(context)?;
    }
    for view in 0..W::VIEWS.len() {
        check_view(core, view).map_err(|error| format!("view {view} of {}: {error}", W::NAME))?;
    }
    Ok(())
}

/// A storage holds a value for exactly the living entities whose masks say so.
fn check_storage<M: BitMask>(
    storage: &dyn ErasedStorage,
    entities: &Population<M>,
    component: usize,
) -> Result<(), String> {
    storage.index().check()?;
    if storage.values() != storage.index().len() {
        return Err(format!("{} values for {} entities", storage.values(), storage.index().len()));
    }
    for entity in storage.index() {
        if !entities.mask(entity).is_some_and(|mask| mask.contains(component)) {
            return Err(format!("has a value for {entity}, which does not live or lacks the bit"));
        }
    }
    let with_bit = entities.masks.iter().filter(|mask| mask.contains(component)).count();
    if with_bit == storage.values() { Ok(()) } else { Err(format!("{with_bit} masks for {} values", storage.values())) }
}

/// A view holds exactly the living entities that match its aspect.
fn check_view<W: EcsWorld>(core: &Core<W>, view: usize) -> Result<(), String> {
    let (list, aspect) = W::__view(&core.views, view).ok_or("is missing")?;
    list.index().check()?;
    for entity in list.index() {
        if !core.entities.mask(entity).is_some_and(|mask| aspect.matches(&mask)) {
            return Err(format!("holds {entity}, which does not match"));
        }
    }
    let matching = core.entities.allocator.iter().filter_map(|entity| core.entities.mask(entity));
    let matching = matching.filter(|mask| aspect.matches(mask)).count();
    if matching == list.index().len() {
        Ok(())
    } else {
        Err(format!("{matching} match, it holds {}", list.index().len()))
    }
}
