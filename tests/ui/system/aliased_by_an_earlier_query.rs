use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(others: Query<'_, World, &Position>, position: &mut Position) {
    position.0 += others.iter().count() as f32;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
