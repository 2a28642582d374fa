use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(position: &mut Position, other: &Position) {
    position.0 += other.0;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
