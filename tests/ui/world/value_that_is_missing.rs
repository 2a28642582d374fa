use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Debug)]
struct Gravity(f32);

ecs_world! {
    components: Position;
    resources: Gravity = ;
}

fn main() {}
