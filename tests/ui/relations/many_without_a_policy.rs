use ecs_world::prelude::*;

#[derive(Relation)]
struct Likes(EntitySet);

ecs_world! {
    relations: Likes (many);
}

fn main() {}
