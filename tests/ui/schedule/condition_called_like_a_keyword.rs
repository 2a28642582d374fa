use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[condition]
fn super_() -> bool {
    true
}

#[system(run_if = super_)]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    conditions: super_;
    systems: act;
}

fn main() {}
