use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(positions: Query<'_, World, (Entity, Position)>) {
    let _ = positions;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
