use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(all: Query<'_, World, (&mut Position, Option<&Position>)>) {
    let _ = all;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
