use ecs_world::prelude::*;

#[derive(Debug, Default, PartialEq)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    states: Phase;
    components(on_enter = Phase::Play): Position;
}

fn main() {}
