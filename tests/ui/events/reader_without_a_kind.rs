use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;

#[system]
fn count(hits: EventReader<'_>) {
    let _ = hits;
}

ecs_world! {
    components: Position;
    events: Hit;
    systems: count;
}

fn main() {}
