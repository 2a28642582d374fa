//! Applying commands: a function per kind of command and types, to which the command has a pointer. Its values are at the front of the
//! queues.
//!
//! ```text
//! sync   pop: the command leaves the batch  ->  dequeue: its values leave the queues  ->  what the method of the world does with them
//! ```
//!
//! So a command does what the direct call does, callbacks included. What that refuses, for a dead entity say, drops the change: the values
//! were removed from the queues by then, so the next command finds its own.
//!
//! Values were taken out of structs when the command was issued, and are put into none here: who issues a command calls the code of the user
//! that converts its bundle.

use super::batch::Applied;
use crate::bundle::Bundle;
use crate::entity::Entity;
use crate::world::EcsWorld;
use crate::world::{change, exchange, remove};

/// A dead target drops the change, where the direct call panics.
pub(super) fn spawn<W: EcsWorld, B: Bundle<W>>(world: &mut W, _: Option<Entity>) -> Applied {
    if let Some(plain) = change::commands(world).dequeue::<B>() {
        change::try_spawn_plain::<W, B>(world, plain)?;
    }
    Ok(())
}

/// An entity that is dead already drops the change.
pub(super) fn despawn<W: EcsWorld>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| Ok(world.despawn(entity)?))
}

/// Which entities match is found at the sync, and not when the command was issued.
#[expect(clippy::unnecessary_wraps, reason = "it is one of the functions that a command points to")]
pub(super) fn despawn_with<W: EcsWorld, B: Bundle<W>>(world: &mut W, _: Option<Entity>) -> Applied {
    world.despawn_with::<B>();
    Ok(())
}

/// The call is removed first: it can flush, or queue a further one.
#[expect(clippy::unnecessary_wraps, reason = "it is one of the functions that a command points to")]
pub(super) fn call<W: EcsWorld>(world: &mut W, _: Option<Entity>) -> Applied {
    if let Some(call) = change::commands(world).first().calls.pop() {
        call.call(world);
    }
    Ok(())
}

pub(super) fn insert<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    let (Some(plain), Some(entity)) = (change::commands(world).dequeue::<B>(), entity) else { return Ok(()) };
    change::replace_plain::<W, B>(world, entity, plain)?;
    Ok(())
}

/// Drops the bundle if the entity lacks what it would lose.
pub(super) fn exchange<W: EcsWorld, R: Bundle<W>, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    let (Some(plain), Some(entity)) = (change::commands(world).dequeue::<B>(), entity) else { return Ok(()) };
    exchange::exchange_plain::<W, R, B>(world, entity, plain)?;
    Ok(())
}

/// The values that are removed are dropped; that an entity lacks them is no dropped change.
pub(super) fn remove<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| remove::remove_plain::<W, B>(world, entity).map(drop).map_err(Into::into))
}

/// Only a dead entity drops the change.
pub(super) fn remove_any<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| world.remove_any::<B>(entity).map(drop).map_err(Into::into))
}
