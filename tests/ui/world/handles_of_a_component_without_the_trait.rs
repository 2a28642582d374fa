use ecs_world::prelude::*;

struct Target(Entity);

ecs_world! {
    components: #[handles] Target;
}

fn main() {}
