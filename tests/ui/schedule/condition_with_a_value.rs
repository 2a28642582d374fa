use ecs_world::prelude::*;

#[condition]
fn even() -> bool {
    true
}

ecs_world! {
    conditions: even = true;
}

fn main() {}
