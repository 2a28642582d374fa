use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &mut Position, more: Option<f32>) {
    position.0 += more.unwrap_or_default();
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
