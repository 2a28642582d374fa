use ecs_world::prelude::*;

#[derive(Debug)]
struct Entities(Vec<Entity>);

ecs_world! {
    components: Entities;
    queries: (Entities);
}

fn main() {}
