use ecs_world::prelude::*;

mod game {}

ecs_world! {
    components: Entity;
}

fn main() {}
