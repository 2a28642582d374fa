use ecs_world::prelude::*;

#[derive(Default)]
struct Time(u32);

#[system]
fn count(times: EventReader<'_, Time>) {
    let _ = times.len();
}

ecs_world! {
    resources: Time;
    systems: count;
}

fn main() {}
