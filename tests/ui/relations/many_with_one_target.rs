use ecs_world::prelude::*;

#[derive(Relation)]
struct Likes(Entity);

ecs_world! {
    relations: Likes (many, clear);
}

fn main() {}
