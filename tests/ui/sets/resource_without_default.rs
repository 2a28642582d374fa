use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Time(u32);

#[derive(Debug)]
pub struct Health(u32);

ecs_components! {
    pub set life;
    components: Health;
    resources: Time;
}

ecs_world! {
    #[derive(Clone)]
    struct Game;
    include: life;
}

fn main() {}
