use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    #[derive(Clone)]
    struct Game;
    components: Position;
}

fn main() {}
