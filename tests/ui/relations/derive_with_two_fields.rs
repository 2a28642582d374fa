use ecs_world::prelude::*;

#[derive(Relation)]
struct Joint {
    parent: Entity,
    length: f32,
}

fn main() {}
