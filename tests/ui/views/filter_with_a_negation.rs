use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Frozen;

ecs_world! {
    components: Position, Frozen;
    queries: (Position, with(!Frozen));
}

fn main() {}
