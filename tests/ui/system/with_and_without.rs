use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(with(Velocity), without(Velocity))]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
