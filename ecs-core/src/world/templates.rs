//! Structural changes by templates, whose components are known only at run time. Each is one transition, like those of bundles.
//!
//! Constants do not know which views such a change can affect, so all views are tested by masks ([`Composing`]).
//!
//! This file clones the values of templates and entities. All clones are made before anything else changes: they are kept in `rows` without
//! an owner, and a `Clone` that panics leaves the world unchanged. Values are moved by `moved_values`, and entities are taken out of a world by
//! `transfers`.

use super::change::settle_reserved;
use super::each::{self, CloneComponents, EachClone};
use super::relations;
use super::rows::Rows;
use super::transition::{Concerned, call_added, core, enter, sealed};
use crate::access::Concern;
use crate::allocator::Allocator;
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::storage::Storage;
use crate::template::Template;
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Entities, Holds};

/// The change of an entity that is spawned with, or gains, any components.
pub(super) struct Composing;

impl sealed::Sealed for Composing {}

impl<W: EcsWorld> Concerned<W> for Composing {
    const CONCERN: Concern = Concern::Any;
}

/// Clones the values of a template.
///
/// Appends `count` clones of each value, one per spawned entity.
struct CloneTemplate<'a, 'w, W: EcsWorld> {
    template: &'a Template<W>,
    rows: &'a mut Rows<'w, W>,
    count: usize,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for CloneTemplate<'_, '_, W> {}

impl<W: EcsWorld> EachClone<W> for CloneTemplate<'_, '_, W> {
    fn component<C: Clone + 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = self.template.get::<C>() {
            self.rows.append(value, self.count);
        }
    }
}

/// Clones the values of an entity.
///
/// The storages are borrowed by `rows`, and read through it.
struct CloneEntity<'a, 'w, W: EcsWorld> {
    entity: Entity,
    living: &'a Allocator,
    rows: &'a mut Rows<'w, W>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for CloneEntity<'_, '_, W> {}

impl<W: EcsWorld> EachClone<W> for CloneEntity<'_, '_, W> {
    fn component<C: Clone + 'static>(&mut self)
    where
        W: Holds<C>,
    {
        // The clone is made before the storage is changed.
        if let Some(value) = W::storage(self.rows.storages()).value(self.entity, self.living).cloned() {
            self.rows.push(value);
        }
    }
}

/// Returns why the values of a template are refused for an entity, or for a new one.
pub(super) fn refusal<W: EcsWorld>(
    world: &mut W,
    entity: Option<Entity>,
    template: &Template<W>,
) -> Option<ChangeErrorKind> {
    if const { W::RELATIONS.is_empty() } {
        return None;
    }
    let Core { entities, targets, .. } = core(world);
    relations::refusal_of_values::<W>(entities, targets, entity, &template.mask(), template.queues())
}

/// Spawns an entity with clones of the values of a template, unless that breaks a rule of a relation.
///
/// # Errors
///
/// [`ChangeError`], if the target of a relation is dead.
///
/// # Panics
///
/// If no index is left. Nothing has changed on a panic or an error.
#[track_caller]
pub(super) fn try_spawn<W: for<'x> CloneComponents<'x>>(
    world: &mut W,
    template: &Template<W>,
) -> Result<Entity, ChangeError> {
    settle_reserved(world);
    if let Some(kind) = refusal(world, None, template) {
        return Err(ChangeError { kind, value: () });
    }
    let Core { storages, entities, targets, .. } = core(world);
    entities.allocator.expect_left(1);
    let mut rows = Rows::new(storages, targets);
    W::__each_clone(&template.mask(), &mut CloneTemplate { template, rows: &mut rows, count: 1 });
    let entity = entities.spawn(template.mask());
    rows.assign(&[entity]);
    drop(rows);
    link(core(world), &[entity], &template.mask());
    enter::<W, Composing>(world, &Transition::spawned(entity, template.mask()));
    Ok(entity)
}

/// Spawns an entity with clones of the values of a template; panics if a relation refuses them.
#[track_caller]
pub(super) fn spawn<W: for<'x> CloneComponents<'x>>(world: &mut W, template: &Template<W>) -> Entity {
    match try_spawn(world, template) {
        Ok(entity) => entity,
        Err(refused) => relations::refuse(refused.kind),
    }
}

/// Links entities that gained these components to their targets.
///
/// Compiled only for worlds with relations.
pub(super) fn link<W: EcsWorld>(core: &mut Core<W>, entities: &[Entity], gained: &W::Mask) {
    if const { !W::RELATIONS.is_empty() } {
        relations::link_all(core, entities, gained);
    }
}

/// Spawns entities with clones of the values of a template. Callbacks run when all of them are spawned.
#[track_caller]
pub(super) fn spawn_many<W: for<'x> CloneComponents<'x>>(
    world: &mut W,
    template: &Template<W>,
    count: usize,
) -> Entities {
    settle_reserved(world);
    if count > 0
        && let Some(kind) = refusal(world, None, template)
    {
        relations::refuse(kind);
    }
    let mask = template.mask();
    let Core { storages, entities, targets, .. } = core(world);
    entities.allocator.expect_left(count);
    let mut rows = Rows::new(storages, targets);
    W::__each_clone(&mask, &mut CloneTemplate { template, rows: &mut rows, count });
    let spawned = entities.spawn_many(count, mask);
    rows.assign(&spawned);
    drop(rows);
    link(core(world), &spawned, &mask);
    let Core { storages, views, .. } = core(world);
    W::__spawned::<Composing>(storages, views, &spawned, &mask);
    if W::CALLBACKS {
        for entity in &spawned {
            call_added::<W, Composing>(world, &Transition::spawned(*entity, mask));
        }
    }
    Entities::of(spawned)
}

/// Spawns an entity with clones of the components of another one.
///
/// # Errors
///
/// [`ChangeError`], if the entity is dead.
#[track_caller]
pub(super) fn clone_entity<W: for<'x> CloneComponents<'x>>(
    world: &mut W,
    entity: Entity,
) -> Result<Entity, ChangeError> {
    let Some(mask) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, ())) };
    settle_reserved(world);
    let Core { storages, entities, targets, .. } = core(world);
    entities.allocator.expect_left(1);
    let mut rows = Rows::new(storages, targets);
    W::__each_clone(&mask, &mut CloneEntity { entity, living: &entities.allocator, rows: &mut rows });
    let clone = entities.spawn(mask);
    rows.assign(&[clone]);
    drop(rows);
    link(core(world), &[clone], &mask);
    enter::<W, Composing>(world, &Transition::spawned(clone, mask));
    Ok(clone)
}
