use ecs_world::prelude::*;

#[derive(Relation)]
struct Alone;

fn main() {}
