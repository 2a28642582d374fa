use ecs_world::prelude::*;

#[derive(Default)]
struct Time(f32);

#[system]
fn act(time: &Time, again: &mut Time) {
    again.0 = time.0;
}

ecs_world! {
    resources: Time;
    systems: act;
}

fn main() {}
