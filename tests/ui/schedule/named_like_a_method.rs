use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    systems(sequential): act;
}

fn main() {}
