use ecs_world::prelude::*;

#[derive(Debug)]
struct Miss;
#[derive(Debug)]
struct Hit;

#[system(run_if = on_event(Miss))]
fn act() {}

ecs_world! {
    events: Hit;
    systems: act;
}

fn main() {}
