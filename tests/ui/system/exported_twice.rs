use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(f32);

#[system(export, export)]
pub fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

fn main() {}
