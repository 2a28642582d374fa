use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

ecs_world! {
    components: Position, Velocity;
    queries: (Position, with(Velocity), without(Velocity)), (Velocity, with(Mass));
}

fn main() {}
