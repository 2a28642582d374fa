//! Applying commands: a function per kind of command and types, to which the command has a pointer. Its values are at the front of the
//! queues.

use super::batch::Applied;
use crate::bundle::Bundle;
use crate::entity::Entity;
use crate::world::EcsWorld;
use crate::world::change;

pub(super) fn spawn<W: EcsWorld, B: Bundle<W>>(world: &mut W, _: Option<Entity>) -> Applied {
    if let Some(bundle) = change::commands(world).dequeue::<B>() {
        world.try_spawn(bundle)?;
    }
    Ok(())
}

pub(super) fn despawn<W: EcsWorld>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| Ok(world.despawn(entity)?))
}

#[expect(clippy::unnecessary_wraps, reason = "it is one of the functions that a command points to")]
pub(super) fn despawn_with<W: EcsWorld, B: Bundle<W>>(world: &mut W, _: Option<Entity>) -> Applied {
    world.despawn_with::<B>();
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "it is one of the functions that a command points to")]
pub(super) fn call<W: EcsWorld>(world: &mut W, _: Option<Entity>) -> Applied {
    if let Some(call) = change::commands(world).first().calls.pop() {
        call.call(world);
    }
    Ok(())
}

pub(super) fn insert<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    let (Some(bundle), Some(entity)) = (change::commands(world).dequeue::<B>(), entity) else { return Ok(()) };
    Ok(world.insert(entity, bundle)?)
}

pub(super) fn exchange<W: EcsWorld, R: Bundle<W>, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    let (Some(bundle), Some(entity)) = (change::commands(world).dequeue::<B>(), entity) else { return Ok(()) };
    world.exchange::<R, B>(entity, bundle)?;
    Ok(())
}

pub(super) fn remove<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| world.remove::<B>(entity).map(drop).map_err(Into::into))
}

pub(super) fn remove_any<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| world.remove_any::<B>(entity).map(drop).map_err(Into::into))
}
