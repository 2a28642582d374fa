//! The smallest complete world: `cargo run --example hello`.
#![allow(clippy::unwrap_used, reason = "the ship was spawned two lines before")]

use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, Default)]
struct Position {
    x: f32,
    y: f32,
}
#[derive(Debug, Clone, Copy, Default)]
struct Velocity {
    x: f32,
    y: f32,
}
#[derive(Debug, Clone, Copy)]
struct Health {
    current: u32,
    max: u32,
}

#[derive(Default)]
struct Physics {
    dt: f32,
}

#[system]
impl Physics {
    fn run(&mut self, position: &mut Position, velocity: &Velocity) {
        position.x += velocity.x * self.dt;
        position.y += velocity.y * self.dt;
    }
}

#[derive(Default)]
struct Regen;

#[system]
impl Regen {
    fn run(&mut self, health: &mut Health) {
        health.current = (health.current + 1).min(health.max);
    }
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: Physics, Regen;
}

fn main() {
    let mut world = World::default();
    let ship = world.spawn((Position::default(), Velocity { x: 1.0, y: 0.0 }));
    world.insert(ship, Health { current: 10, max: 100 }).unwrap();
    world.systems.physics.dt = 1.0 / 60.0;
    world.run();
    for (entity, position, velocity) in world.query_position_velocity() {
        println!("{entity:?} {position:?} {velocity:?}");
    }
}
