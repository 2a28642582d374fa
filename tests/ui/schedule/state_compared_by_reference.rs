use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Day,
    Night,
}

#[system]
fn sleep(phase: &State<Phase>) {
    if phase == Phase::Night {}
}

ecs_world! {
    states: Phase = Phase::Day;
    systems: sleep;
}

fn main() {}
