use ecs_world::prelude::*;

#[condition]
fn even() -> &'static bool {
    &true
}

ecs_world! {
    conditions: even;
}

fn main() {}
