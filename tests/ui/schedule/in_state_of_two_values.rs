use ecs_world::prelude::*;

#[derive(Debug, Default, PartialEq)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[derive(Debug)]
struct Position(f32);

#[system(run_if = in_state(Phase::Menu | Phase::Play))]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    states: Phase;
    systems: act;
}

fn main() {}
