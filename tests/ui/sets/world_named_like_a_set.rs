use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);

ecs_world! {
    pub set life;
    components: Health;
}

fn main() {}
