//! Despawns: of one entity and of all. Values are dropped last, when views, masks and handles no longer name them, since a `Drop` is
//! user code: it can panic, and what it leaves is dropped while that panic unwinds.

use super::change::settle_reserved;
use super::relations;
use super::transition::{Despawning, core, leave};
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::mask::BitMask;
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Token};

/// Despawns an entity: its views are left, its handle becomes stale, and its values are dropped last, when the world is consistent again.
///
/// # Errors
///
/// [`ChangeError`] if the entity is dead.
#[inline(never)]
pub(super) fn despawn<W: EcsWorld>(world: &mut W, entity: Entity) -> Result<(), ChangeError> {
    let Some(old) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, ())) };
    settle_reserved(world);
    if const { W::RELATIONS.is_empty() } {
        despawn_with(world, entity, old);
    } else {
        relations::despawn(world, entity);
    }
    Ok(())
}

/// Despawns an entity, if it is alive, and none of its sources.
#[inline(never)]
pub(super) fn despawn_alone<W: EcsWorld>(world: &mut W, entity: Entity) {
    if let Some(old) = core(world).entities.mask(entity) {
        despawn_with(world, entity, old);
    }
}

#[inline(always)]
fn despawn_with<W: EcsWorld>(world: &mut W, entity: Entity, old: W::Mask) {
    leave::<W, Despawning>(world, &Transition::despawned(entity, old));
    let Core { storages, entities, .. } = core(world);
    entities.despawn(entity);
    if const { !W::RELATIONS.is_empty() } {
        relations::forget(&mut entities.relations, entity);
    }
    DiscardRest::<W> { storages, entity, rest: old }.discard();
}

/// Drops the values of a despawned entity; if a `Drop` panics, the remaining ones are dropped while it unwinds.
struct DiscardRest<'a, W: EcsWorld> {
    storages: &'a mut W::Storages,
    entity: Entity,
    rest: W::Mask,
}

impl<W: EcsWorld> DiscardRest<'_, W> {
    fn discard(&mut self) {
        while let Some(component) = self.rest.pop_first() {
            if let Some(storage) = W::__storage(self.storages, component) {
                storage.discard(self.entity);
            }
        }
    }
}

impl<W: EcsWorld> Drop for DiscardRest<'_, W> {
    fn drop(&mut self) {
        self.discard();
    }
}

/// Despawns all entities. Callbacks see each entity by ascending index while all others are still alive; then views, population and
/// storages are cleared as a whole, in **O(slots + values)** time instead of a despawn per entity.
#[inline(never)]
pub(super) fn clear<W: EcsWorld>(world: &mut W) {
    settle_reserved(world);
    if W::CALLBACKS {
        for index in 0..core(world).entities.allocator.slots() {
            let entities = &core(world).entities;
            if let Some(entity) = entities.allocator.entity_at(index) {
                let old = entities.masks[index as usize];
                world.__on_removed::<Despawning>(&Transition::despawned(entity, old), Token::new());
            }
        }
    }
    let Core { storages, views, entities, .. } = core(world);
    for view in 0..W::VIEWS.len() {
        if let Some((view, _)) = W::__view_mut(views, view) {
            view.clear();
        }
    }
    entities.clear();
    ClearRest::<W> { storages, next: 0 }.clear();
}

/// Drops the values of all storages; if a `Drop` panics, the remaining storages are cleared while it unwinds.
struct ClearRest<'a, W: EcsWorld> {
    storages: &'a mut W::Storages,
    next: usize,
}

impl<W: EcsWorld> ClearRest<'_, W> {
    fn clear(&mut self) {
        while let Some(storage) = W::__storage(self.storages, self.next) {
            self.next += 1;
            storage.clear();
        }
    }
}

impl<W: EcsWorld> Drop for ClearRest<'_, W> {
    fn drop(&mut self) {
        self.clear();
    }
}
