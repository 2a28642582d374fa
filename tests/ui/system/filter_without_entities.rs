use ecs_world::prelude::*;

struct Frozen;
#[derive(Default)]
struct Time(f32);

#[system(with(Frozen))]
fn act(time: &mut Time) {
    time.0 += 1.0;
}

ecs_world! {
    components: Frozen;
    resources: Time;
    systems: act;
}

fn main() {}
