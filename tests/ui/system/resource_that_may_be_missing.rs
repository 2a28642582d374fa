use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug, Default)]
struct Gravity(f32);

#[system]
fn act(position: &mut Position, gravity: Option<&Gravity>) {
    position.0 += gravity.map_or(0.0, |gravity| gravity.0);
}

ecs_world! {
    components: Position;
    resources: Gravity;
    systems: act;
}

fn main() {}
