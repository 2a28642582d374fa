use ecs_world::prelude::*;
use std::time::Duration;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(position: &mut Position, time: Duration) {
    position.0 += time.as_secs_f32();
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
