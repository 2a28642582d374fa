use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position, [f32; 3] as Place;
    queries: ([f32; 3]);
}

fn main() {}
