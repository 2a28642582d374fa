use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    pub struct;
    components: Position;
}

fn main() {}
