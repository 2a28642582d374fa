use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(f32);

ecs_components! {
    pub set physics;
    components: #[storage(vec)] Position;
}

fn main() {}
