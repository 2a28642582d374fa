use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Mass(f32);

ecs_world! {
    components: Position;
    queries: (Position, Mass);
}

fn main() {}
