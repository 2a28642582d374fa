use ecs_world::prelude::*;

#[condition]
fn playing(phase: &State) -> bool {
    true
}

ecs_world! {
    conditions: playing;
}

fn main() {}
