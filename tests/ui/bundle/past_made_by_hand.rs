//! A past is made by hand.
use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

fn main() {
    let _ = Past(Position(1.0));
}
