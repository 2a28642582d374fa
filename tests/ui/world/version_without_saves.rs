use ecs_world::prelude::*;

struct Position(f32);

ecs_world! {
    #[version(2)]
    struct Game;
    components: Position;
}

fn main() {}
