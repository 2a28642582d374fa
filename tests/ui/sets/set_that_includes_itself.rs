use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);

ecs_components! {
    pub set life;
    include: life;
    components: Health;
    systems: ..life;
}

fn main() {}
