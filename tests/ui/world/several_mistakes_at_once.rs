use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
struct Crate;

ecs_world! {
    components: Position, Position, Crate;
    archetypes: Position;
    queries: (Mass);
}

fn main() {}
