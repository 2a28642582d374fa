use ecs_world::prelude::*;

struct Position(f32);
struct Hit(u32);

#[system]
fn strike(position: &mut Position, hits: &mut Events<Hti>) {
    let _ = (position, hits);
}

struct Hti;

ecs_world! {
    components: Position;
    events: Hit;
    systems: strike;
}

fn main() {}
