use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(some: Query<'_, World, (&Velocity, Option<&Position>)>, others: Query<'_, World, &mut Position>) {
    let _ = (some, others);
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
