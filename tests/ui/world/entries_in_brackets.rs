use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

ecs_world! {
    components: [Position, Velocity];
    systems: act;
    queries: (Position);
}

fn main() {}
