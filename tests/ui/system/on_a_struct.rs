use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
struct Act;

ecs_world! {
    components: Position, Velocity;
    systems: Act;
}

fn main() {}
