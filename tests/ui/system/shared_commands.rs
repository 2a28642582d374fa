use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(commands: &Commands<World>) {
    let _ = commands;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
