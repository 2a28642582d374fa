//! Components that workloads of motion share, and their step.

use super::vec_storage;

/// A position in space.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Position(pub [f32; 3]);
/// A change of position per step.
#[derive(Debug, Clone, Copy, bevy_ecs::component::Component, shipyard::Component)]
pub struct Velocity(pub [f32; 3]);
vec_storage!(Position, Velocity);

/// Position of entity `n`.
pub fn position(n: usize) -> Position {
    Position([n as f32, 0.0, 1.0])
}

/// Velocity of entity `n`, if it moves.
pub fn velocity(n: usize) -> Velocity {
    Velocity([1.0, 0.5, n as f32])
}

/// `position += velocity`.
pub fn advance(position: &mut Position, velocity: &Velocity) {
    for (axis, speed) in position.0.iter_mut().zip(velocity.0) {
        *axis += speed;
    }
}
