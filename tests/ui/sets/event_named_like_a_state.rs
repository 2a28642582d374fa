use ecs_world::prelude::*;

#[derive(Debug, Default, PartialEq)]
pub enum Phase {
    #[default]
    Menu,
    Play,
}

#[system]
pub fn act(phase: &State<Phase>) {
    let _ = phase;
}

ecs_components! {
    pub set game;
    events: Phase;
    states: Phase;
    systems: act;
}

fn main() {}
