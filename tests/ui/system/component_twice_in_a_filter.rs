use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);
#[derive(Debug)]
struct Frozen;

#[system(with(Velocity, Velocity), without(Frozen, Frozen))]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

#[system(any(Velocity, Frozen, Velocity))]
fn drift(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position, Velocity, Frozen;
    systems: act, drift;
}

fn main() {}
