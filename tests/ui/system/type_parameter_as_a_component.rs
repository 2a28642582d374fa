use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act<T: Copy>(position: &mut Position, mass: &T) {
    position.0 += 1.0;
    let _ = mass;
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
