use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    relations: ChildOf (5 + 5);
}

fn main() {}
