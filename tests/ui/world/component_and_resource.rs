use ecs_world::prelude::*;

#[derive(Default)]
struct Time;

ecs_world! {
    components: Time;
    resources: Time;
}

fn main() {}
