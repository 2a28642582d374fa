use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(pub f32);

#[system]
pub fn act(position: &mut Position) -> f32 {
    position.0
}

ecs_components! {
    pub set physics;
    components: Position;
    systems: act;
}

ecs_world! {
    include: physics;
    systems: ..physics;
}

fn main() {}
