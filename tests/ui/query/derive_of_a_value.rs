use ecs_world::prelude::*;

struct Position(f32);

#[derive(Query)]
struct Ship<'w> {
    position: Position,
    other: &'w Position,
    missing: Option<Position>,
}

ecs_world! {
    components: Position;
}

fn main() {}
