use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(position: &mut Position, velocity: Option<&Velocity>) {
    position.0 += velocity.map_or(0.0, |velocity| velocity.0);
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
