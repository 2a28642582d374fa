use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[system]
fn start() {}

#[system]
fn act() {}

ecs_world! {
    states: Phase;
    systems: start.run_if(in_state(Phase::Play)), act;
}

fn main() {
    let _ = Phase::Play;
}
