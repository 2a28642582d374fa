use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(position: Option<&mut Position>, again: &Position) {
    let _ = (position, again);
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
