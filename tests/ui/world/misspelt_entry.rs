//! The entry is misspelt, and not what systems take.
use ecs_world::prelude::*;

struct Position(f32);
struct Positon;
struct Velocity(f32);

#[system]
fn advance(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

#[system(with(Position))]
fn stop(velocity: &mut Velocity) {
    velocity.0 = 0.0;
}

ecs_world! {
    components: Positon, Velocity;
    systems: advance, stop;
}

fn main() {}
