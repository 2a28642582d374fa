use ecs_world::prelude::*;

ecs_world! {
    systems: ..;
}

fn main() {}
