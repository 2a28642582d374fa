use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Day,
    Night,
}

ecs_world! {
    states: Phase = Phase::Day;
}

fn main() {
    let mut world = World::default();
    world.states.phase = Phase::Night;
}
