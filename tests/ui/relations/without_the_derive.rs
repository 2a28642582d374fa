use ecs_world::prelude::*;

struct ChildOf(Entity);

ecs_world! {
    relations: ChildOf (tree, cascade);
}

fn main() {}
