use ecs_world::prelude::*;

struct Position(f32);

#[derive(Query)]
struct Ship<'a, 'b> {
    position: &'a Position,
    other: &'b Position,
}

fn main() {}
