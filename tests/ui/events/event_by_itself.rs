use ecs_world::prelude::*;

struct Position(f32);
struct Hit(u32);

#[system]
fn strike(position: &mut Position, hit: &Hit) {
    let _ = (position, hit);
}

ecs_world! {
    components: Position;
    events: Hit;
    systems: strike;
}

fn main() {}
