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

#[system]
fn go(phase: &mut State<Phase>) {
    phase.set(Phase::Play);
}

ecs_world! {
    components: Position;
    systems: act, go;
}

fn main() {}
