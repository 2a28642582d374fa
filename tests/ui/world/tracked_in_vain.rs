use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);
#[derive(Debug)]
struct Gravity(f32);
#[derive(Debug)]
struct Hit;

ecs_world! {
    components: #[tracked(true)] Position, #[tracked] #[tracked] Velocity;
    resources: #[tracked] Gravity = Gravity(9.81);
    events: #[tracked] Hit;
}

fn main() {}
