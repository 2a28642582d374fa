use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(pub f32);

#[system]
pub fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

ecs_components! {
    pub(crate) set inner;
    components: Position;
    systems: fall;
}

ecs_components! {
    pub set outer;
    include: inner;
    systems: ..inner;
}

fn main() {}
