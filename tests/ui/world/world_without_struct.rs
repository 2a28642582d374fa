use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    pub Game;
    components: Position;
}

fn main() {}
