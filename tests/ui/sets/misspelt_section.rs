use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);

ecs_components! {
    set life;
    component: Health;
    archetypes: (Health);
}

ecs_world! {
    struct Game;
    include: life;
    queries: (Health);
}

fn main() {}
