//! Structural changes by templates, of components that are known at run time only. Each is one transition, as those of bundles are.
//!
//! Which views such a change can affect is unknown to constants, so all are asked, by masks ([`Composing`]).

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::change::settle_reserved;
use super::each::{self, CloneComponents, EachClone, EachComponent};
use super::past;
use super::relations;
use super::transition::{Concerned, Despawning, call_added, core, enter, leave, sealed};
use crate::access::Concern;
use crate::allocator::Allocator;
use crate::bundle::BundleKind;
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::mask::BitMask;
use crate::sparse::EntityIndex;
use crate::storage::Storage;
use crate::template::Template;
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Entities, Holds, Token};

/// An entity is spawned with, or gains, any components.
pub(super) struct Composing;

impl sealed::Sealed for Composing {}

impl<W: EcsWorld> Concerned<W> for Composing {
    const CONCERN: Concern = Concern::Any;
}

/// Values that were appended to storages without an owner. They are dropped with this value, unless entities are assigned.
pub(super) struct Rows<'w, W: EcsWorld> {
    storages: &'w mut W::Storages,
    /// The components to which values were appended.
    mask: W::Mask,
}

impl<'w, W: EcsWorld> Rows<'w, W> {
    pub(super) fn new(storages: &'w mut W::Storages) -> Self {
        Self { storages, mask: W::Mask::EMPTY }
    }

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
    fn append<C: Clone + 'static>(&mut self, value: &C, count: usize)
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

    fn assign(&mut self, entities: &[Entity]) {
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

/// Clones the values of a template.
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
        if let Some(value) = W::storage(self.rows.storages).value(self.entity, self.living).cloned() {
            self.rows.push(value);
        }
    }
}

/// Why an entity, or a new one, may not get the values of a template.
fn refusal<W: EcsWorld>(world: &mut W, entity: Option<Entity>, template: &Template<W>) -> Option<ChangeErrorKind> {
    if const { W::RELATIONS.is_empty() } {
        return None;
    }
    relations::refusal_of_values::<W>(&core(world).entities, entity, &template.mask(), template.queues())
}

/// Spawns an entity with clones of the values of a template, unless that breaks a rule of a relation.
#[track_caller]
pub(super) fn try_spawn<W: for<'x> CloneComponents<'x>>(
    world: &mut W,
    template: &Template<W>,
) -> Result<Entity, ChangeError> {
    settle_reserved(world);
    if let Some(kind) = refusal(world, None, template) {
        return Err(ChangeError { kind, value: () });
    }
    let Core { storages, entities, .. } = core(world);
    entities.allocator.expect_left(1);
    let mut rows = Rows::new(storages);
    W::__each_clone(&template.mask(), &mut CloneTemplate { template, rows: &mut rows, count: 1 });
    let entity = entities.spawn(template.mask());
    rows.assign(&[entity]);
    drop(rows);
    link(core(world), &[entity], &template.mask());
    enter::<W, Composing>(world, &Transition::spawned(entity, template.mask()));
    Ok(entity)
}

/// The same, but panics where it is refused.
#[track_caller]
pub(super) fn spawn<W: for<'x> CloneComponents<'x>>(world: &mut W, template: &Template<W>) -> Entity {
    match try_spawn(world, template) {
        Ok(entity) => entity,
        Err(refused) => relations::refuse(refused.kind),
    }
}

/// Links entities that gained these components to their targets.
fn link<W: EcsWorld>(core: &mut Core<W>, entities: &[Entity], gained: &W::Mask) {
    if const { !W::RELATIONS.is_empty() } {
        relations::link_all(core, entities, gained);
    }
}

/// Spawns entities with clones of the values of a template. Callbacks follow when all are there.
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
    let Core { storages, entities, .. } = core(world);
    entities.allocator.expect_left(count);
    let mut rows = Rows::new(storages);
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
#[track_caller]
pub(super) fn clone_entity<W: for<'x> CloneComponents<'x>>(
    world: &mut W,
    entity: Entity,
) -> Result<Entity, ChangeError> {
    let Some(mask) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, ())) };
    settle_reserved(world);
    let Core { storages, entities, .. } = core(world);
    entities.allocator.expect_left(1);
    let mut rows = Rows::new(storages);
    W::__each_clone(&mask, &mut CloneEntity { entity, living: &entities.allocator, rows: &mut rows });
    let clone = entities.spawn(mask);
    rows.assign(&[clone]);
    drop(rows);
    link(core(world), &[clone], &mask);
    enter::<W, Composing>(world, &Transition::spawned(clone, mask));
    Ok(clone)
}

/// Despawns an entity and returns its components.
pub(super) fn take<W: EcsWorld>(world: &mut W, entity: Entity) -> Option<Template<W>> {
    let mut values = W::Queues::default();
    let mask = take_onto(world, entity, &mut values)?;
    Some(Template::of(mask, values))
}

/// Despawns an entity, appends its components to queues, and returns which they are; `None` if it is dead.
pub(crate) fn take_onto<W: EcsWorld>(world: &mut W, entity: Entity, values: &mut W::Queues) -> Option<W::Mask> {
    if !core(world).entities.allocator.contains(entity) {
        return None;
    }
    settle_reserved(world);
    if const { !W::RELATIONS.is_empty() } {
        relations::despawn_sources(world, entity);
    }
    let mask = core(world).entities.mask(entity)?;
    leave::<W, Despawning>(world, &Transition::despawned(entity, mask));
    let Core { storages, entities, .. } = core(world);
    entities.despawn(entity);
    if const { !W::RELATIONS.is_empty() } {
        relations::forget(&mut entities.relations, entity);
    }
    W::__each_component(&mask, &mut Take::<W> { storages, entity, values });
    past::finish_all::<W>(storages, &mask);
    Some(mask)
}

/// Reads where the values of entities are, for the sake of the caches.
pub(crate) fn look_up<W: EcsWorld>(world: &W, entities: &[Entity]) {
    let Core { storages, entities: population, .. } = world.__core(Token::new());
    let masks = entities.iter().filter_map(|entity| population.mask(*entity));
    let all = masks.fold(W::Mask::EMPTY, BitMask::union);
    if !all.is_empty() {
        W::__each_component(&all, &mut LookUp::<W> { storages, entities });
    }
}

struct LookUp<'a, W: EcsWorld> {
    storages: &'a W::Storages,
    entities: &'a [Entity],
}

impl<W: EcsWorld> each::sealed::Sealed<W> for LookUp<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for LookUp<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        let (index, _) = W::storage(self.storages).parts();
        let own = self.entities.iter().map(|entity| entity.index()).filter(|own| index.position_of(*own).is_some());
        let mut found = own.count();
        if const { <<W as Holds<C>>::Storage as Storage>::Index::PACKED } {
            // Removal moves the last ones, or those at the end of a group.
            let all = index.source().steps();
            let last = (all.saturating_sub(2 * self.entities.len())..all).filter_map(|at| index.index_at(at));
            found += last.filter(|last| index.position_of(*last).is_some()).count();
        }
        // Otherwise the loops would be left out.
        core::hint::black_box(found);
    }
}

pub(super) struct Take<'a, W: EcsWorld> {
    pub(super) storages: &'a mut W::Storages,
    pub(super) entity: Entity,
    pub(super) values: &'a mut W::Queues,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Take<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Take<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = C::Kind::take(self.storages, self.entity) {
            C::Kind::enqueue(value, self.values);
        }
    }
}

/// Inserts the values of a template into an entity.
pub(super) fn insert<W: EcsWorld>(
    world: &mut W,
    entity: Entity,
    template: Template<W>,
) -> Result<(), ChangeError<Template<W>>> {
    if !core(world).entities.allocator.contains(entity) {
        return Err(ChangeError::no_such_entity(entity, template));
    }
    if let Some(kind) = refusal(world, Some(entity), &template) {
        return Err(ChangeError { kind, value: template });
    }
    let mask = template.mask();
    Given { world, template: Some(template), mask }.insert(entity, &[]);
    Ok(())
}

/// Spawns an entity with the values at the front of the queues of pending commands; drops them if they break a rule of a relation.
#[track_caller]
pub(crate) fn spawn_waiting<W: EcsWorld>(world: &mut W, mask: W::Mask) -> Result<(), ChangeError> {
    let mut given = Given { world, template: None, mask };
    settle_reserved(given.world);
    given.check(None)?;
    given.spawn();
    Ok(())
}

/// Spawns an entity with the values of a template, which keeps its memory; and its values, if they break a rule of a relation.
#[track_caller]
pub(crate) fn spawn_moved<W: EcsWorld>(world: &mut W, template: &mut Template<W>) -> Result<Entity, ChangeError> {
    settle_reserved(world);
    if let Some(kind) = refusal(world, None, template) {
        return Err(ChangeError { kind, value: () });
    }
    core(world).entities.allocator.expect_left(1);
    let mask = template.mask();
    let mut given = Given { world, template: Some(core::mem::take(template)), mask };
    given.prepare(W::Mask::EMPTY);
    let entity = core(given.world).entities.spawn(mask);
    drop(given.give(entity, W::Mask::EMPTY));
    enter::<W, Composing>(given.world, &Transition::spawned(entity, mask));
    if let Some(emptied) = given.template.take() {
        *template = emptied.emptied();
    }
    Ok(entity)
}

/// Spawns an entity with each of these masks, with values of queues, which have any of the components `all`. For worlds without callbacks,
/// relations and double-buffered components.
#[track_caller]
pub(crate) fn spawn_all<W: EcsWorld>(
    world: &mut W,
    masks: &mut VecDeque<W::Mask>,
    all: &W::Mask,
    values: &mut W::Queues,
) -> Entities {
    settle_reserved(world);
    let Core { storages, entities, views, .. } = core(world);
    entities.allocator.expect_left(masks.len());
    let mut rows = Rows::new(storages);
    if !all.is_empty() {
        W::__each_component(all, &mut Append::<W> { values, rows: &mut rows });
    }
    if masks.iter().all(|mask| mask == all) {
        let spawned = entities.spawn_many(masks.drain(..).len(), *all);
        rows.assign(&spawned);
        drop(rows);
        W::__spawned::<Composing>(storages, views, &spawned, all);
        return Entities::of(spawned);
    }
    let spawned: Vec<_> = masks.drain(..).map(|mask| (entities.spawn(mask), mask)).collect();
    rows.assign_each(&spawned);
    drop(rows);
    for (entity, mask) in &spawned {
        W::__after::<Composing>(storages, views, &Transition::spawned(*entity, *mask));
    }
    Entities::of(spawned.into_iter().map(|(entity, _)| entity).collect())
}

/// Appends all values of queues.
struct Append<'a, 'w, W: EcsWorld> {
    values: &'a mut W::Queues,
    rows: &'a mut Rows<'w, W>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Append<'_, '_, W> {}

impl<W: EcsWorld> EachComponent<W> for Append<'_, '_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        while let Some(value) = W::queue(self.values).pop_front() {
            self.rows.push(value);
        }
    }
}

/// Spawns an entity with the values of a template, which are moved, unless that breaks a rule of a relation.
#[cfg(feature = "inspect")]
#[track_caller]
pub(super) fn spawn_owned<W: EcsWorld>(
    world: &mut W,
    mut template: Template<W>,
) -> Result<Entity, ChangeError<Template<W>>> {
    spawn_moved(world, &mut template).map_err(|error| ChangeError { kind: error.kind, value: template })
}

/// Inserts the values at the front of the queues of pending commands into an entity; drops them if it is dead, or if they
/// break a rule of a relation.
///
/// Systems are notified of values that it replaces in this order, or by ascending components if it is empty.
pub(crate) fn insert_waiting<W: EcsWorld>(
    world: &mut W,
    entity: Entity,
    mask: W::Mask,
    order: &[usize],
) -> Result<(), ChangeError> {
    let mut given = Given { world, template: None, mask };
    if !core(given.world).entities.allocator.contains(entity) {
        return Err(ChangeError::no_such_entity(entity, ()));
    }
    given.check(Some(entity))?;
    given.insert(entity, order);
    Ok(())
}

/// Values for an entity: of a template, or at the front of the queues of pending commands, from which they are removed in any case.
struct Given<'w, W: EcsWorld> {
    world: &'w mut W,
    template: Option<Template<W>>,
    /// The components of which the values were not given yet.
    mask: W::Mask,
}

impl<W: EcsWorld> Given<'_, W> {
    /// Refuses values of pending commands that an entity, or a new one, may not get.
    fn check(&mut self, entity: Option<Entity>) -> Result<(), ChangeError> {
        if const { W::RELATIONS.is_empty() } {
            return Ok(());
        }
        let Core { entities, commands, .. } = core(self.world);
        match relations::refusal_of_values::<W>(entities, entity, &self.mask, commands.queues()) {
            None => Ok(()),
            Some(kind) => Err(ChangeError { kind, value: () }),
        }
    }

    /// Makes the pasts of the values, for an entity with the mask `old`.
    fn prepare(&mut self, old: W::Mask) {
        let gained = self.mask.without(old);
        let Core { storages, commands, .. } = core(self.world);
        let queues = self.template.as_mut().map_or_else(|| commands.queues(), Template::values);
        past::prepare_values::<W>(storages, queues, &gained);
    }

    /// One transition of a new entity.
    #[track_caller]
    fn spawn(mut self) -> Entity {
        let mask = self.mask;
        self.prepare(W::Mask::EMPTY);
        let entity = core(self.world).entities.spawn(mask);
        drop(self.give(entity, W::Mask::EMPTY));
        enter::<W, Composing>(self.world, &Transition::spawned(entity, mask));
        entity
    }

    /// One transition of an entity that is alive.
    fn insert(mut self, entity: Entity, order: &[usize]) {
        let old = core(self.world).entities.mask(entity).unwrap_or(W::Mask::EMPTY);
        let new = old.union(self.mask);
        let change = Transition::changed(entity, old, new, self.mask);
        let is_transition = new != old;
        self.prepare(old);
        if is_transition {
            leave::<W, Composing>(self.world, &change);
        }
        let both = old.without(old.without(self.mask));
        let replaced = self.give(entity, old);
        if is_transition {
            core(self.world).entities.set_mask(entity, new);
            enter::<W, Composing>(self.world, &change);
        }
        if const { W::ON_REPLACED } {
            if order.is_empty() {
                W::__each_component(
                    &both,
                    &mut Report::<W> { replaced: &replaced, world: self.world, change: &change },
                );
            } else {
                report_in_order(self.world, order.iter().copied(), &replaced, &change);
            }
        }
        drop(replaced);
    }

    /// Moves the values to an entity with the mask `old`, and returns those that they replace.
    fn give(&mut self, entity: Entity, old: W::Mask) -> W::Queues {
        let mask = core::mem::replace(&mut self.mask, W::Mask::EMPTY);
        let mut replaced = W::Queues::default();
        let Core { storages, commands, .. } = core(self.world);
        let queues = self.template.as_mut().map_or_else(|| commands.queues(), Template::values);
        W::__each_component(&mask, &mut Give::<W> { queues, storages, entity, old, replaced: &mut replaced });
        link(core(self.world), &[entity], &mask);
        replaced
    }
}

impl<W: EcsWorld> Drop for Given<'_, W> {
    fn drop(&mut self) {
        if self.template.is_none() && !self.mask.is_empty() {
            drop(Template::<W>::dequeue(core(self.world).commands.queues(), self.mask));
        }
    }
}

pub(super) struct Give<'a, W: EcsWorld> {
    pub(super) queues: &'a mut W::Queues,
    pub(super) storages: &'a mut W::Storages,
    pub(super) entity: Entity,
    pub(super) old: W::Mask,
    pub(super) replaced: &'a mut W::Queues,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Give<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Give<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = W::queue(self.queues).pop_front()
            && let Some(replaced) = C::Kind::replace(value, self.storages, self.entity, &self.old)
        {
            C::Kind::enqueue(replaced, self.replaced);
        }
    }
}

/// Calls the callbacks for those of these components whose values were replaced, in this order.
pub(super) fn report_in_order<W: EcsWorld>(
    world: &mut W,
    order: impl Iterator<Item = usize>,
    replaced: &W::Queues,
    change: &Transition<W::Mask>,
) {
    for component in order {
        W::__each_component(&W::Mask::bit(component), &mut Report::<W> { replaced, world, change });
    }
}

/// Calls the callbacks for values that were replaced.
struct Report<'a, W: EcsWorld> {
    replaced: &'a W::Queues,
    world: &'a mut W,
    change: &'a Transition<W::Mask>,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for Report<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for Report<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(old) = W::queued(self.replaced).front() {
            self.world.__on_replaced(old, self.change, Token::new());
        }
    }
}
