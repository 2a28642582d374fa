//! A library that brings components and generic systems, and re-exports the facade under a name of its own.

pub use inner_ecs as ecs;
use inner_ecs::prelude::*;

/// Where something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position(pub f32);

/// How heavy something is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass(pub f32);

/// Drops something heavy.
///
/// Knows no world: any that has positions and masses will do.
pub fn drop_heavy<W: Has<Position> + Has<Mass>>(world: &mut W, height: f32) -> Entity {
    let entity = world.spawn((Position(height), Mass(100.0)));
    world.insert(entity, Position(height - 1.0)).expect("it was spawned just now");
    entity
}

/// Sinks what is heavy.
pub fn sink<W: Has<Position> + Has<Mass>>(
    mut query: Query<'_, W, (Entity, &mut Position, &Mass)>,
    commands: &mut Commands<W>,
) {
    query.for_each(|(entity, position, mass)| {
        position.0 -= mass.0 / 100.0;
        if position.0 < 0.0 {
            commands.despawn(entity);
        }
    });
}
