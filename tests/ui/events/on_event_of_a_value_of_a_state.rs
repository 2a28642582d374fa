use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[system(run_if = on_event(Phase::Play))]
fn start() {}

ecs_world! {
    states: Phase;
    systems: start;
}

fn main() {
    let _ = Phase::Play;
}
