use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn advance(position: &mut Position, velocity: &mut Option<&Velocity>) {
    let _ = (position, velocity);
}

#[system]
fn stop(position: &mut Position, velocity: &mut Option<Velocity>) {
    let _ = (position, velocity);
}

ecs_world! {
    components: Position, Velocity;
    systems: advance, stop;
}

fn main() {}
