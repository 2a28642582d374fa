use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(pub f32);

ecs_components! {
    pub set physics;
    components: Position;
}

ecs_world! {
    include: physics;
    components: Position, Position;
}

fn main() {}
