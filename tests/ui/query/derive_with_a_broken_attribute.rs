use ecs_world::prelude::*;

#[derive(Query)]
#[query(path = ecs_world)]
struct Ship {
    entity: Entity,
}

fn main() {}
