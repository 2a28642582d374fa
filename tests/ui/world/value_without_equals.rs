use ecs_world::prelude::*;

struct Gravity(f32);

#[system]
fn act(gravity: &Gravity) {
    let _ = gravity;
}

ecs_world! {
    resources: Gravity(9.81);
    systems: act;
}

fn main() {}
