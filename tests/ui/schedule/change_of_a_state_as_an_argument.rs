use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[system(on_enter = Phase::Play)]
fn start() {}

ecs_world! {
    states: Phase;
    systems: start;
}

fn main() {
    let _ = Phase::Play;
}
