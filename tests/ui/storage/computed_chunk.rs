use ecs_world::prelude::*;

struct Position;

ecs_world! {
    components: #[storage(hashed_array_tree(chunk = 1 << 3))] Position;
}

fn main() {}
