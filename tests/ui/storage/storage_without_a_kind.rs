use ecs_world::prelude::*;

struct Position;

ecs_world! {
    components: #[storage] Position;
}

fn main() {}
