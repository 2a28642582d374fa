use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Frozen;

#[system(with(!Frozen))]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

#[system(without(!Frozen))]
fn wait(position: &mut Position) {
    position.0 -= 1.0;
}

ecs_world! {
    components: Position, Frozen;
    systems: act, wait;
}

fn main() {}
