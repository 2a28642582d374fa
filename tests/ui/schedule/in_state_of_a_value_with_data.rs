use ecs_world::prelude::*;

#[derive(Debug, Default, PartialEq)]
enum Phase {
    #[default]
    Menu,
    Play(u32),
}

#[derive(Debug)]
struct Position(f32);

#[system(run_if = in_state(Phase::Play))]
fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

#[system]
fn start(position: &mut Position) {
    position.0 = 9.0;
}

ecs_world! {
    components: Position;
    states: Phase;
    systems: fall;
    systems(on_enter = Phase::Play): start;
}

fn main() {}
