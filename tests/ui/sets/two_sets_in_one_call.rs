use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);

ecs_components! {
    pub set life;
    components: Health;
    pub set death;
}

fn main() {}
