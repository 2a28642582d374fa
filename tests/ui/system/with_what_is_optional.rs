use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(with(Velocity))]
fn act(position: &mut Position, velocity: Option<&Velocity>) {
    let _ = (position, velocity);
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
