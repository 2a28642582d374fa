//! Applies commands: a function per kind of command and types, to which the command has a pointer. The values are at the front of the
//! queues.
//!
//! ```text
//! sync   pop: the command leaves the batch  ->  dequeue: its values leave the queues  ->  what the method of the world does with them
//! ```
//!
//! So a command does what the direct call does, including callbacks. If the call is refused, for a dead entity for example, the change is
//! dropped; its values have left the queues by then, so the next command finds its own.
//!
//! Structs were taken apart when the command was issued, and are not put together here: conversions are user code, which runs only where a
//! command is issued.

use super::batch::Applied;
use crate::bundle::Bundle;
use crate::entity::Entity;
use crate::world::{EcsWorld, Token, change, exchange, remove};

/// Applies all pending changes, including those that are issued meanwhile. The caller has made reserved entities alive; this makes those
/// alive that a called function reserves.
pub(super) fn all<W: EcsWorld>(world: &mut W) {
    while let Some((apply, entity)) = change::commands(world).pop() {
        if apply(world, entity).is_err() {
            // A loaded count can be any number.
            let dropped = &mut world.__core_mut(Token::new()).dropped_commands;
            *dropped = dropped.saturating_add(1);
        }
        change::settle_reserved(world);
    }
}

/// A dead target drops the change, whereas the direct call panics.
pub(super) fn spawn<W: EcsWorld, B: Bundle<W>>(world: &mut W, _: Option<Entity>) -> Applied {
    if let Some(plain) = change::commands(world).dequeue::<B>() {
        change::try_spawn_plain::<W, B>(world, plain)?;
    }
    Ok(())
}

/// A dead entity drops the change.
pub(super) fn despawn<W: EcsWorld>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| Ok(world.despawn(entity)?))
}

/// The entities that match are found at the sync, and not when the command is issued.
#[expect(clippy::unnecessary_wraps, reason = "it is one of the functions that a command points to")]
pub(super) fn despawn_with<W: EcsWorld, B: Bundle<W>>(world: &mut W, _: Option<Entity>) -> Applied {
    world.despawn_with::<B>();
    Ok(())
}

/// The call is removed first: it can flush, or queue another one.
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

/// Drops the bundle if the entity lacks a component that it would lose.
pub(super) fn exchange<W: EcsWorld, R: Bundle<W>, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    let (Some(plain), Some(entity)) = (change::commands(world).dequeue::<B>(), entity) else { return Ok(()) };
    exchange::exchange_plain::<W, R, B>(world, entity, plain)?;
    Ok(())
}

/// Drops the removed values. If the entity lacks them, the change does not count as dropped.
pub(super) fn remove<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| remove::remove_plain::<W, B>(world, entity).map(drop).map_err(Into::into))
}

/// Only a dead entity drops the change.
pub(super) fn remove_any<W: EcsWorld, B: Bundle<W>>(world: &mut W, entity: Option<Entity>) -> Applied {
    entity.map_or(Ok(()), |entity| world.remove_any::<B>(entity).map(drop).map_err(Into::into))
}
