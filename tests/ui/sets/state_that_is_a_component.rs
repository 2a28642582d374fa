use ecs_world::prelude::*;

#[derive(Debug, Default, PartialEq)]
pub enum Phase {
    #[default]
    Menu,
    Play,
}

#[system(run_if = in_state(Phase::Play))]
pub fn act(phase: &State<Phase>) {
    let _ = phase;
}

ecs_components! {
    pub set game;
    components: Phase;
    states: Phase;
    systems: act;
}

fn main() {}
