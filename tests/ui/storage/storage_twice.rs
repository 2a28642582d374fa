use ecs_world::prelude::*;

struct Position;

ecs_world! {
    components: #[storage(vec)] #[storage(packed)] Position;
}

fn main() {}
