use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(query: Query<'_, World, &mut Position, &Velocity>) {
    for (position, velocity) in query {
        position.0 += velocity.0;
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
