use ecs_world::prelude::*;

struct Position(f32);

#[system]
fn first(position: &mut Position) {
    position.0 += 1.0;
}

#[system(after(first))]
fn second(position: &mut Position) {
    position.0 *= 2.0;
}

ecs_world! {
    components: Position;
    systems: first, second;
}

fn main() {}
