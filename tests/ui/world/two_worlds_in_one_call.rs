use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    struct One;
    struct Two;
    components: Position;
}

fn main() {}
