use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position, #[storage(vec)];
}

fn main() {}
