use ecs_world::prelude::*;

#[derive(Default)]
struct Time(f32);

#[system]
fn act(time: &mut Time, again: &Time) {
    time.0 = again.0;
}

ecs_world! {
    resources: Time;
    systems: act;
}

fn main() {}
