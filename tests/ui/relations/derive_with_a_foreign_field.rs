use ecs_world::prelude::*;

#[derive(Relation)]
struct Weight(f32);

fn main() {}
