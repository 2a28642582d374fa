use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Menu,
    Play,
}

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    states: Phase = Phase::Menu;
    systems(on_entr = Phase::Play): act;
    systems(OnExit(Phase::Menu)): act;
    systems(first = Phase::Menu): act;
}

fn main() {}
