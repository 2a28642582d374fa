use ecs_world::prelude::*;

#[derive(Relation)]
enum Either {
    Here(Entity),
}

fn main() {}
