use ecs_world::prelude::*;

#[derive(Debug)]
struct Hit;

#[system]
fn act(hits: &Events) {
    let _ = hits;
}

ecs_world! {
    events: Hit;
    systems: act;
}

fn main() {}
