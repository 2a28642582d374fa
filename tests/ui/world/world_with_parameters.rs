use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    struct Game<T>;
    components: Position;
}

fn main() {}
