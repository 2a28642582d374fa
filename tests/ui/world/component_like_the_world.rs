use ecs_world::prelude::*;

struct World;

ecs_world! {
    components: World;
}

fn main() {}
