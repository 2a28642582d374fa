use ecs_world::prelude::*;

struct Position(f32);

ecs_world! {
    #[verson(2)]
    #[remvoed("Mass")]
    struct Game;
    components: Position;
}

fn main() {}
