use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Default)]
struct Time(f32);

#[system(parallel)]
fn tick(time: &Time) {
    let _ = time;
}

ecs_world! {
    components: Position;
    resources: Time;
    systems: tick;
}

fn main() {}
