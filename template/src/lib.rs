//! The simulation: a world and its systems. It depends on neither a window nor a clock, so it can be tested.

use ecs_world::prelude::*;
use serde::{Deserialize, Serialize};

/// Steps per second.
pub const PACE: u32 = 60;
const STEP: f32 = 1.0 / PACE as f32;

/// A position in metres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position {
    pub x: f32,
    pub y: f32,
}

/// A velocity in metres per second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Velocity {
    pub x: f32,
    pub y: f32,
}

/// The buttons that the player holds down in this step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Input {
    pub jump: bool,
}

/// Number of times that a ball touched the ground.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Bounces(pub u32);

#[system]
fn jump(position: &Position, velocity: &mut Velocity, input: &Input) {
    if input.jump && position.y == 0.0 {
        velocity.y = 5.0;
    }
}

#[system]
fn fall(position: &mut Position, velocity: &mut Velocity, bounces: &mut Bounces) {
    velocity.y -= 9.81 * STEP;
    position.x += velocity.x * STEP;
    position.y += velocity.y * STEP;
    if position.y < 0.0 {
        position.y = 0.0;
        velocity.y *= -0.7;
        bounces.0 += 1;
    }
}

ecs_world! {
    #[derive(Debug, Clone, Snapshot, Serialize, Deserialize)]
    /// The state of the game.
    pub struct Game;
    components: Position, Velocity;
    resources: Input, Bounces;
    systems: jump, fall;
}

/// Creates a game at its start.
pub fn start() -> Game {
    let mut game = Game::default();
    game.spawn_batch((0..10_u8).map(|ball| {
        let speed = f32::from(ball) * 0.5;
        (Position { x: 0.0, y: 3.0 }, Velocity { x: speed, y: 0.0 })
    }));
    game
}

/// Simulates one step.
pub fn advance(game: &mut Game, input: Input) {
    game.resources.input = input;
    game.run();
}
