use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system(changed(moving: Position))]
fn act(moving: Query<'_, World, &Position>) {
    let _ = moving;
}

#[system]
fn drift(moving: Query<'_, World, (&Position, Changed<Position>)>) {
    let _ = moving;
}

ecs_world! {
    components: Position;
    systems: act, drift;
}

fn main() {}
