use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[condition]
fn even() -> bool {
    true
}

#[system(run_if = !even)]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    conditions: even;
    systems: act;
}

fn main() {}
