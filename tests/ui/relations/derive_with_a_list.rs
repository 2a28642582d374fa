use ecs_world::prelude::*;

#[derive(Debug, Relation)]
struct Follows(Vec<Entity>);

ecs_world! {
    relations: Follows (many, clear);
}

fn main() {}
