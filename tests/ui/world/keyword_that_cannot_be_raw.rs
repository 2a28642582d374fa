use ecs_world::prelude::*;

struct Crate;

ecs_world! {
    components: Crate;
}

fn main() {}
