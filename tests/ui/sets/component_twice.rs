use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);

ecs_components! {
    set life;
    components: Health, Health;
    resources: u8 as Count = "many";
}

ecs_world! {
    struct Game;
    include: life;
}

fn main() {}
