use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

#[system]
fn rise(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    systems: fall, snyc, rise;
}

fn main() {}
