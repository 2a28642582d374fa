use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Relation)]
struct Feeds(Entity);

ecs_world! {
    components: Position, Feeds;
}

fn main() {}
