use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn drift(moving: Query<'_, World, (&Position, Changed<Position>)>) {
    let _ = moving;
}

ecs_world! {
    components: Position;
    systems: drift;
}

fn main() {}
