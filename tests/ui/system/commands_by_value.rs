use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &Position, commands: Commands<World>) {
    let _ = (position, commands);
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
