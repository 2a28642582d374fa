use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(parallel)]
fn push(position: &Position, others: Query<'_, World, (Entity, &mut Velocity)>) {
    let _ = (position, others);
}

ecs_world! {
    components: Position, Velocity;
    systems: push;
}

fn main() {}
