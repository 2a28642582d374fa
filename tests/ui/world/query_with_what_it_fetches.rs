use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

ecs_world! {
    components: Position, Velocity;
    queries: (Position, with(Position, Velocity));
}

fn main() {}
