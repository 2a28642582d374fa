//! Despawns of one entity and of all. Values are dropped last, when views, masks and handles no longer refer to them, since a `Drop` is
//! user code that can panic; the remaining values are then dropped while the panic unwinds.
//!
//! ```text
//! despawn(entity)      sources   views left   handle stale, mask empty   relations cut   values dropped
//!                      ^ each despawned first, as `relations:` says                      ^ user code: all else is done
//! ```

use alloc::vec::Vec;

use super::change::settle_reserved;
use super::relations;
use super::remove::has_required;
use super::transition::{Despawning, core, leave};
use crate::bundle::{Bundle, BundleKind};
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::mask::BitMask;
use crate::sparse::Source;
use crate::storage::{ErasedStorage as _, StorageTasks as _};
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Token};

/// Despawns an entity: it leaves its views, its handle becomes stale, and its values are dropped last, when the world is consistent again.
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

/// Despawns an entity, if it is alive, without its sources.
#[inline(never)]
pub(super) fn despawn_alone<W: EcsWorld>(world: &mut W, entity: Entity) {
    if let Some(old) = core(world).entities.mask(entity) {
        despawn_with(world, entity, old);
    }
}

/// The steps of a despawn: callbacks and views, the handle and the mask, relations, values.
#[inline(always)]
fn despawn_with<W: EcsWorld>(world: &mut W, entity: Entity, old: W::Mask) {
    leave::<W, Despawning>(world, &Transition::despawned(entity, old));
    let Core { storages, entities, .. } = core(world);
    entities.despawn_living(entity, &old);
    if const { !W::RELATIONS.is_empty() } {
        relations::forget(&mut entities.relations, entity);
    }
    DiscardRest::<W> { storages, entity, rest: old }.discard();
}

/// Despawns the entities that have all components of a bundle that are not optional. Returns their number.
///
/// A component is required if the bundle's mask without it lacks something that the bundle requires. Runs in **O(components^2)** time, plus
/// that of the despawns.
pub(super) fn despawn_every<W: EcsWorld, B: Bundle<W>>(world: &mut W) -> usize {
    let all = B::Kind::mask();
    let (mut components, mut required) = (all, all);
    while let Some(component) = components.pop_first() {
        let own = W::Mask::bit(component);
        if has_required::<W, B>(&all.without(own)) {
            required = required.without(own);
        }
    }
    despawn_matching(world, required)
}

/// Despawns the entities that have all required components. Returns their number.
#[inline(never)]
pub(super) fn despawn_matching<W: EcsWorld>(world: &mut W, required: W::Mask) -> usize {
    settle_reserved(world);
    let doomed = owners(core(world), &required);
    for entity in &doomed {
        // It is dead already if a relation despawned it with another entity.
        let _ = despawn(world, *entity);
    }
    doomed.len()
}

/// The entities that have all required components, in the order of the shortest storage; by index if none is required.
///
/// Runs in **O(shortest storage)** time. They are collected first, since despawns change the storage that lists them.
fn owners<W: EcsWorld>(core: &mut Core<W>, required: &W::Mask) -> Vec<Entity> {
    let Core { storages, entities, .. } = core;
    let (mut components, mut shortest) = (*required, Source::Live(&entities.allocator));
    let mut lengths = Vec::new();
    while let Some(component) = components.pop_first() {
        let length = W::__storage(storages, component).map(|storage| storage.values());
        lengths.extend(length.map(|length| (length, component)));
    }
    if let Some((_, component)) = lengths.into_iter().min()
        && let Some(storage) = W::__storage(storages, component)
    {
        shortest = storage.into_source();
    }
    let mut owners = Vec::new();
    for index in shortest.iter() {
        if let Some(entity) = entities.allocator.entity_at(index)
            && let Some(mask) = entities.mask(entity)
            && mask.contains_all(required)
        {
            owners.push(entity);
        }
    }
    owners
}

/// Drops the values of a despawned entity; if a `Drop` panics, drops the remaining ones while the panic unwinds.
///
/// A component is removed from the mask before its value is dropped, so a value whose `Drop` panics is not dropped twice.
struct DiscardRest<'a, W: EcsWorld> {
    storages: &'a mut W::Storages,
    entity: Entity,
    /// The components whose values are not dropped yet.
    rest: W::Mask,
}

impl<W: EcsWorld> DiscardRest<'_, W> {
    fn discard(&mut self) {
        while let Some(component) = self.rest.pop_first() {
            if let Some(mut storage) = W::__storage(self.storages, component) {
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

/// Despawns all entities. Callbacks are called for each entity, by ascending index, while all are alive; then views, population and
/// storages are cleared as a whole, in **O(slots + values)** time, instead of entity by entity.
///
/// Pending commands stay: the next sync drops those for dead entities.
#[inline(never)]
pub(super) fn clear<W: EcsWorld>(world: &mut W) {
    settle_reserved(world);
    if W::CALLBACKS {
        for index in 0..core(world).entities.allocator.slots() {
            let entities = &core(world).entities;
            if let Some(entity) = entities.allocator.entity_at(index) {
                let old = entities.masks()[index as usize];
                world.__on_removed::<Despawning>(&Transition::despawned(entity, old), Token::new());
            }
        }
    }
    let Core { storages, views, entities, .. } = core(world);
    for view in 0..W::VIEWS.len() {
        if let Some(view) = W::__view_alone_mut(views, view) {
            view.clear();
        }
    }
    entities.clear();
    drop_values::<W>(storages);
}

/// Drops the values of all storages.
pub(super) fn drop_values<W: EcsWorld>(storages: &mut W::Storages) {
    ClearRest::<W> { storages, next: 0 }.clear();
}

/// Drops the values of all storages; if a `Drop` panics, clears the remaining storages while the panic unwinds.
struct ClearRest<'a, W: EcsWorld> {
    storages: &'a mut W::Storages,
    /// The first storage that is not cleared yet.
    next: usize,
}

impl<W: EcsWorld> ClearRest<'_, W> {
    fn clear(&mut self) {
        while let Some(mut storage) = W::__storage(self.storages, self.next) {
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
