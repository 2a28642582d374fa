use ecs_world::prelude::*;

#[derive(Debug)]
struct Velocity(f32);

struct Position;

ecs_world! {
    components: Position { x: f32 }, Velocity;
}

fn main() {}
