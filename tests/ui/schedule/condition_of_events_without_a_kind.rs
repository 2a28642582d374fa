use ecs_world::prelude::*;

#[condition]
fn alarmed(alarms: &Events) -> bool {
    true
}

ecs_world! {
    conditions: alarmed;
}

fn main() {}
