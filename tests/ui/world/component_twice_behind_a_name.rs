use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
type Place = Position;

ecs_world! {
    components: Position, Place;
}

fn main() {}
