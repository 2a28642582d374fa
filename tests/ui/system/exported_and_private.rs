use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(f32);

#[system(export)]
fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

fn main() {}
