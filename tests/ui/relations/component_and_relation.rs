use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    components: ChildOf;
    relations: ChildOf (tree, cascade);
}

fn main() {}
