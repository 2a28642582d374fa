use ecs_world::prelude::*;

struct Limit(u32);

ecs_world! {
    resources: Limit;
}

fn main() {}
