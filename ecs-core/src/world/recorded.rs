//! Structural changes by components that are known only at run time, for commands that were loaded. Each is the same transition as the
//! change of the bundle would have been: the same steps in the same order, including callbacks.
//!
//! Values are spawned and inserted by `moved_values`, which does this by masks.
//!
//! | change of a bundle | here |
//! |---|---|
//! | types, known to the compiler | numbers, in a [`Shape`] |
//! | a mask that is a constant | a mask that is computed from the shape |
//! | values in the bundle | values at the front of queues |
//! | views by constants | all views, tested by masks |
//! | callbacks in the order of the bundle | in the order of the shape |

use super::exchange::keeping_positions;
use super::moved_values::{MoveValues, insert_waiting, report_in_order, spawn_waiting};
use super::templates::Composing;
use super::transfers::Take;
use super::transition::{core, enter, leave};
use super::{despawn, past, relations};
use crate::commands::{Kind, Shape};
use crate::entity::Entity;
use crate::error::{ChangeError, ChangeErrorKind};
use crate::mask::BitMask;
use crate::template::Template;
use crate::view::Transition;
use crate::world::{Core, EcsWorld};

/// Applies a command that was loaded; its values are at the front of the queues of pending commands.
///
/// # Errors
///
/// [`ChangeError`] if the entity is dead or lacks a component to exchange, or a relation refuses a value. The values are dropped then.
pub(crate) fn apply<W: EcsWorld>(world: &mut W, entity: Option<Entity>, shape: &Shape) -> Result<(), ChangeError> {
    match (shape.kind, entity) {
        (Kind::Spawn, _) => spawn_waiting(world, shape.inserted()),
        (Kind::DespawnWith, _) => {
            despawn::despawn_matching(world, shape.required());
            Ok(())
        }
        (Kind::Insert, Some(entity)) => insert_waiting(world, entity, shape.inserted(), &shape.inserted),
        (Kind::Exchange, Some(entity)) => exchange(world, entity, shape),
        (Kind::Remove, Some(entity)) => remove(world, entity, shape, true),
        (Kind::RemoveAny, Some(entity)) => remove(world, entity, shape, false),
        (Kind::Despawn, Some(entity)) => despawn::despawn(world, entity),
        _ => Ok(()),
    }
}

/// Removes components of an entity; if `all`, only if it has all that are required.
fn remove<W: EcsWorld>(world: &mut W, entity: Entity, shape: &Shape, all: bool) -> Result<(), ChangeError> {
    let Some(old) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, ())) };
    if all && !old.contains_all(&shape.required()) {
        return Ok(());
    }
    let removed = shape.removed::<W::Mask>();
    let new = old.without(removed);
    let change = Transition::changed(entity, old, new, removed);
    if new != old {
        leave::<W, Composing>(world, &change);
    }
    let taken = take(world, entity, old.without(new));
    if new != old {
        core(world).entities.set_mask(entity, new);
    }
    if const { !W::RELATIONS.is_empty() } {
        relations::unlink(core(world), entity, &removed);
    }
    if new != old {
        enter::<W, Composing>(world, &change);
    }
    past::finish_all::<W>(&mut core(world).storages, &removed);
    drop(taken);
    Ok(())
}

/// Removes components of an entity and inserts others, in one transition.
fn exchange<W: EcsWorld>(world: &mut W, entity: Entity, shape: &Shape) -> Result<(), ChangeError> {
    let gained = shape.inserted::<W::Mask>();
    let mut waiting = Template::<W>::dequeue(core(world).commands.queues(), gained);
    let Some(old) = core(world).entities.mask(entity) else { return Err(ChangeError::no_such_entity(entity, ())) };
    if !old.contains_all(&shape.required()) {
        return Err(ChangeError { kind: ChangeErrorKind::MissingComponent(entity), value: () });
    }
    let Core { entities, targets, .. } = core(world);
    if let Some(kind) = relations::refusal_of_values::<W>(entities, targets, Some(entity), &gained, waiting.queues()) {
        return Err(ChangeError { kind, value: () });
    }
    let lost = old.without(old.without(shape.removed()));
    let left = old.without(lost);
    past::prepare_values::<W>(&mut core(world).storages, waiting.queues(), &gained.without(left));
    let new = left.union(gained);
    let change = Transition::changed(entity, old, new, lost.without(gained).union(gained.without(lost)));
    if new != old {
        leave::<W, Composing>(world, &change);
    }
    let (mut taken, mut replaced) = (W::Queues::default(), W::Queues::default());
    let mut values = |storages: &mut W::Storages| {
        W::__each_component(&lost, &mut Take::<W> { storages, entity, values: &mut taken });
        let queues = waiting.values();
        W::__each_component(
            &gained,
            &mut MoveValues::<W> { queues, storages, entity, old: left, replaced: &mut replaced },
        );
    };
    let in_both = lost.without(lost.without(gained));
    keeping_positions::<W>(&mut core(world).storages, entity, in_both, &mut values);
    if new == old && !in_both.is_empty() {
        core(world).cached_at.forget();
    }
    if const { !W::RELATIONS.is_empty() } {
        relations::unlink(core(world), entity, &lost.without(gained));
        relations::link(core(world), entity, &gained);
    }
    if new != old {
        core(world).entities.set_mask(entity, new);
        enter::<W, Composing>(world, &change);
    }
    if const { W::ON_REPLACED } {
        let removed = shape.removed.iter().map(|(component, _)| *component);
        report_in_order(world, removed.filter(|component| in_both.contains(*component)), &taken, &change);
        report_in_order(world, shape.inserted.iter().copied(), &replaced, &change);
    }
    drop(replaced);
    past::finish_all::<W>(&mut core(world).storages, &lost);
    drop(taken);
    Ok(())
}

/// Removes the values of these components and returns them, to be dropped when the change is complete.
fn take<W: EcsWorld>(world: &mut W, entity: Entity, components: W::Mask) -> W::Queues {
    let mut taken = W::Queues::default();
    let storages = &mut core(world).storages;
    if !components.is_empty() {
        W::__each_component(&components, &mut Take::<W> { storages, entity, values: &mut taken });
    }
    taken
}
