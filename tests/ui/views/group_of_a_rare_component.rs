use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Ship;

#[system]
fn advance(position: &mut Position, velocity: &Velocity) {
    let _ = (position, velocity);
}

ecs_world! {
    components: Position, Velocity, #[rare] Ship;
    systems: advance;
    groups: (Ship, Position);
}

fn main() {}
