use ecs_world::prelude::*;

#[condition(export)]
fn even() -> bool {
    true
}

ecs_world! {
    conditions: even;
}

fn main() {}
