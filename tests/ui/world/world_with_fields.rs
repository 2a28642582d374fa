use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    struct Game { x: f32 }
    components: Position;
}

fn main() {}
