use ecs_world::prelude::*;

#[derive(Relation)]
#[relation(tree)]
struct ChildOf(Entity);

fn main() {}
