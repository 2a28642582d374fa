use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: #[storage(hashed_array_tree(size = 64))] Position;
}

fn main() {}
