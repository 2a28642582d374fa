use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;
#[derive(Debug)]
struct Miss;

#[system]
fn count(hits: EventReader<'_, Miss>) {
    let _ = hits.len();
}

ecs_world! {
    components: Position;
    events: Hit;
    systems: count;
}

fn main() {}
