use ecs_world::prelude::*;

struct Position;

ecs_world! {
    components: #[storage(vec(chunk = 64))] Position;
}

fn main() {}
