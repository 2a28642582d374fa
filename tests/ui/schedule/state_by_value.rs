use ecs_world::prelude::*;

#[derive(Debug, Default, PartialEq)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[system]
fn act(phase: State<Phase>) {
    let _ = phase;
}

ecs_world! {
    states: Phase;
    systems: act;
}

fn main() {}
