use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[system]
fn start() {}

ecs_world! {
    states: Phase;
    on_enter(Phase::Play): start;
}

fn main() {
    let _ = Phase::Play;
}
