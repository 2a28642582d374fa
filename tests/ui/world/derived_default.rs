use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    #[derive(Default)]
    struct Game;
    components: Position;
}

fn main() {}
