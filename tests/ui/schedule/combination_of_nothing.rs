use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Menu,
    Play,
}

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Turn(u32);

#[condition]
fn even(turn: &Turn) -> bool {
    turn.0 % 2 == 0
}

#[system(run_if = all())]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    resources: Turn;
    states: Phase = Phase::Menu;
    conditions: even;
    systems: act;
}

fn main() {}
