//! Values that are moved to an entity: from a template, or from the queues of pending commands.
//!
//! Both are the same change except for where the values are before it ([`MovedValues`]). Each is one transition: values are checked, pasts
//! are made, storages, masks and views change, and finally callbacks run.
//!
//! ```text
//!                  checked before                     removed from the queues
//! template         relations, while it has its values  by `give`, value by value
//! pending          relations, in the queues            by `give`, or by the `Drop` of `MovedValues` if the change is refused or panics
//! ```
//!
//! All commands share the queues, so the values of a refused command must not stay at the front: `Drop` removes them.

use super::change::settle_reserved;
use super::each::{self, EachComponent};
use super::past;
use super::relations;
use super::templates::{Composing, link, refusal};
use super::transition::{core, enter, leave};
use crate::bundle::BundleKind;
use crate::entity::Entity;
use crate::error::ChangeError;
use crate::mask::BitMask;
use crate::template::Template;
use crate::view::Transition;
use crate::world::{Core, EcsWorld, Holds, Token};

/// Inserts the values of a template into an entity.
///
/// # Errors
///
/// [`ChangeError`] with the template, if the entity is dead or a relation refuses a value.
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
    MovedValues { world, template: Some(template), mask }.insert(entity, &[]);
    Ok(())
}

/// Spawns an entity with the values at the front of the queues of pending commands; drops these if they break a rule of a relation.
///
/// # Errors
///
/// [`ChangeError`], if a relation refuses a value. The values are removed from the queues even then, since those of the next command must
/// be at the front.
#[track_caller]
pub(crate) fn spawn_waiting<W: EcsWorld>(world: &mut W, mask: W::Mask) -> Result<(), ChangeError> {
    let mut moved = MovedValues { world, template: None, mask };
    settle_reserved(moved.world);
    moved.check(None)?;
    moved.spawn();
    Ok(())
}

/// Spawns an entity with the values of a template. The template keeps its memory; if the values break a rule of a relation, it keeps these,
/// too.
///
/// If a callback panics, the template is empty, and its memory is lost.
///
/// # Errors
///
/// [`ChangeError`], if a relation refuses a value. The template keeps its values then.
#[track_caller]
pub(crate) fn spawn_moved<W: EcsWorld>(world: &mut W, template: &mut Template<W>) -> Result<Entity, ChangeError> {
    settle_reserved(world);
    if let Some(kind) = refusal(world, None, template) {
        return Err(ChangeError { kind, value: () });
    }
    core(world).entities.allocator.expect_left(1);
    let mask = template.mask();
    // Called while the template has its values, so that a `Clone` that panics loses nothing.
    past::prepare_values::<W>(&mut core(world).storages, template.queues(), &mask);
    let mut moved = MovedValues { world, template: Some(core::mem::take(template)), mask };
    let entity = core(moved.world).entities.spawn(mask);
    drop(moved.give(entity, W::Mask::EMPTY));
    enter::<W, Composing>(moved.world, &Transition::spawned(entity, mask));
    if let Some(emptied) = moved.template.take() {
        *template = emptied.emptied();
    }
    Ok(entity)
}

/// Spawns an entity with the values of a template, which are moved, unless they break a rule of a relation.
#[cfg(feature = "inspect")]
#[track_caller]
pub(super) fn spawn_owned<W: EcsWorld>(
    world: &mut W,
    mut template: Template<W>,
) -> Result<Entity, ChangeError<Template<W>>> {
    spawn_moved(world, &mut template).map_err(|error| ChangeError { kind: error.kind, value: template })
}

/// Inserts the values at the front of the queues of pending commands into an entity; drops them if the entity is dead, or if they break a
/// rule of a relation.
///
/// Systems are notified of replaced values in `order`, or by ascending components if it is empty.
pub(crate) fn insert_waiting<W: EcsWorld>(
    world: &mut W,
    entity: Entity,
    mask: W::Mask,
    order: &[usize],
) -> Result<(), ChangeError> {
    // The values are removed first: callbacks of systems have access to the queues, and could clear or replace them.
    let template = W::CALLBACKS.then(|| Template::dequeue(core(world).commands.queues(), mask));
    let mut moved = MovedValues { world, template, mask };
    if !core(moved.world).entities.allocator.contains(entity) {
        return Err(ChangeError::no_such_entity(entity, ()));
    }
    moved.check(Some(entity))?;
    moved.insert(entity, order);
    Ok(())
}

/// Values for an entity: of a template, or at the front of the queues of pending commands, from which they are removed in any case.
struct MovedValues<'w, W: EcsWorld> {
    world: &'w mut W,
    /// `None` if the values are in the queues of pending commands.
    template: Option<Template<W>>,
    /// The components whose values are not moved yet.
    mask: W::Mask,
}

impl<W: EcsWorld> MovedValues<'_, W> {
    /// Returns an error if a relation refuses the values for `entity`, or for a new entity.
    fn check(&mut self, entity: Option<Entity>) -> Result<(), ChangeError> {
        if const { W::RELATIONS.is_empty() } {
            return Ok(());
        }
        let Core { entities, commands, targets, .. } = core(self.world);
        let queues = self.template.as_mut().map_or_else(|| commands.queues(), Template::values);
        match relations::refusal_of_values::<W>(entities, targets, entity, &self.mask, queues) {
            None => Ok(()),
            Some(kind) => Err(ChangeError { kind, value: () }),
        }
    }

    /// Makes the pasts of the values that an entity with the mask `old` gains.
    fn prepare(&mut self, old: W::Mask) {
        let gained = self.mask.without(old);
        let Core { storages, commands, .. } = core(self.world);
        let queues = self.template.as_mut().map_or_else(|| commands.queues(), Template::values);
        past::prepare_values::<W>(storages, queues, &gained);
    }

    /// Performs the transition of a new entity.
    ///
    /// The handle is allocated with the mask, so a callback that is called at the end finds a complete entity.
    #[track_caller]
    fn spawn(mut self) -> Entity {
        let mask = self.mask;
        self.prepare(W::Mask::EMPTY);
        let entity = core(self.world).entities.spawn(mask);
        drop(self.give(entity, W::Mask::EMPTY));
        enter::<W, Composing>(self.world, &Transition::spawned(entity, mask));
        entity
    }

    /// Performs the transition of a live entity.
    ///
    /// Only components that the entity had before are reported as replaced.
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
    ///
    /// Replaced values are kept in queues, and dropped when the change is complete, since a `Drop` is user code.
    ///
    /// `mask` is empty afterwards, so that a later panic removes no values of other commands.
    fn give(&mut self, entity: Entity, old: W::Mask) -> W::Queues {
        let mask = core::mem::replace(&mut self.mask, W::Mask::EMPTY);
        let mut replaced = W::Queues::default();
        let Core { storages, commands, .. } = core(self.world);
        let queues = self.template.as_mut().map_or_else(|| commands.queues(), Template::values);
        W::__each_component(&mask, &mut MoveValues::<W> { queues, storages, entity, old, replaced: &mut replaced });
        link(core(self.world), &[entity], &mask);
        replaced
    }
}

impl<W: EcsWorld> Drop for MovedValues<'_, W> {
    fn drop(&mut self) {
        if self.template.is_none() && !self.mask.is_empty() {
            drop(Template::<W>::dequeue(core(self.world).commands.queues(), self.mask));
        }
    }
}

/// Moves one value of each visited component from the queues to its storage.
pub(super) struct MoveValues<'a, W: EcsWorld> {
    pub(super) queues: &'a mut W::Queues,
    pub(super) storages: &'a mut W::Storages,
    pub(super) entity: Entity,
    /// The previous mask of the entity, which decides whether a value is pushed or replaces another one.
    pub(super) old: W::Mask,
    pub(super) replaced: &'a mut W::Queues,
}

impl<W: EcsWorld> each::sealed::Sealed<W> for MoveValues<'_, W> {}

impl<W: EcsWorld> EachComponent<W> for MoveValues<'_, W> {
    fn component<C: 'static>(&mut self)
    where
        W: Holds<C>,
    {
        if let Some(value) = W::queue(self.queues).pop_front()
            && let Some(replaced) = C::Kind::replace(C::Kind::into_plain(value), self.storages, self.entity, &self.old)
        {
            C::Kind::enqueue(C::Kind::into_plain(replaced), self.replaced);
        }
    }
}

/// Calls the callbacks for those of the components whose values were replaced, in the given order.
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

/// Calls the callbacks for replaced values.
///
/// It visits components one by one, since only a visitor knows the type of a former value.
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
