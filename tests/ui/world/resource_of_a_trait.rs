use ecs_world::prelude::*;

trait Clock {
    fn now(&self) -> u64;
}

ecs_world! {
    resources: dyn Clock as Time;
}

fn main() {}
