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

enum Mode {
    On,
}

ecs_world! {
    components: Position;
    states: Mode = Mode::On;
    systems: act;
}

fn main() {}
