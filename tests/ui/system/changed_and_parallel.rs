use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system(changed(Position), parallel)]
fn act(position: &Position) {
    let _ = position;
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
