//! A double-buffered component is copied by each run, and is not `Clone`.
use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);

#[system]
fn advance(position: &mut Position, velocity: &Velocity, past: &Past<Position>) {
    position.0 = past.0 + velocity.0;
}

ecs_world! {
    components: #[double_buffered] Position, Velocity;
    systems: advance;
}

fn main() {
    let mut world = World::default();
    world.spawn((Position(1.0), Velocity(1.0)));
    world.run();
}
