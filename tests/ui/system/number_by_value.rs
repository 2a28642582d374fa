use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(position: &mut Position, time: f32) {
    position.0 += time;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
