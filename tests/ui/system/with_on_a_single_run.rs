use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(with(Position))]
fn act(all: Query<'_, World, &Velocity>) {
    let _ = all;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
