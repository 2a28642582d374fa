use ecs_world::prelude::*;

#[derive(Default)]
struct Time;

ecs_world! {
    resources: Time, Time;
}

fn main() {}
