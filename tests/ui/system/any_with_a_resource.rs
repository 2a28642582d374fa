use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Clock(u32);

#[system(run_if = any_with(Clock))]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    resources: Clock;
    systems: act;
}

fn main() {}
