use ecs_world::prelude::*;

#[system]
fn act(phase: &State) {
    let _ = phase;
}

ecs_world! {
    systems: act;
}

fn main() {}
