use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(pub f32);

ecs_components! {
    pub set physics {
        components: Position;
    }
}

fn main() {}
