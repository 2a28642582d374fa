use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Default)]
struct Time;

ecs_world! {
    components: Position;
    resources: Time;
    queries: (Position, Time);
}

fn main() {}
