use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);

ecs_components! {
    pub struct life;
    components: Health;
}

fn main() {}
