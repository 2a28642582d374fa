use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    relations: ChildOf (cascade, cascade);
}

fn main() {}
