use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
    queries: (Position, without());
}

fn main() {}
