use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(query: Query<'_, (Entity, &Position)>) {
    let _ = query;
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
