use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Menu,
    Battle,
}

#[system(run_if = in_state(phase == Phase::Battle))]
fn fight() {}

#[system(run_if = not(in_state(Phase::Menu == phase)))]
fn act() {}

ecs_world! {
    states: Phase;
    systems: fight, act;
}

fn main() {}
