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

#[system()]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    conditions: act;
}

fn main() {}
