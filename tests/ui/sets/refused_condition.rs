use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(pub f32);

#[condition]
pub fn even() -> u8 {
    0
}

#[system(run_if = even)]
pub fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_components! {
    pub set physics;
    components: Position;
    conditions: even;
    systems: act;
}

ecs_world! {
    include: physics;
    systems: ..physics;
}

fn main() {}
