use ecs_world::prelude::*;

#[derive(Relation)]
struct Joint {
    parent: Entity,
    length: f32,
}

ecs_world! {
    relations: Joint (tree, cascade);
}

fn main() {}
