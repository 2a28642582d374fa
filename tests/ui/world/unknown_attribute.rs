use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);
#[derive(Debug, Default)]
struct Time(f32);

ecs_world! {
    components: #[stroage(vec)] Position, #[index] Velocity;
    resources: #[skip] Time;
}

fn main() {}
