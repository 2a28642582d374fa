use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
struct PositionMut;

ecs_world! {
    components: Position, PositionMut;
    queries: (Position), (PositionMut);
}

fn main() {}
