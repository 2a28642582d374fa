use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;

#[system(parallel)]
fn wound(position: &mut Position, hits: EventReader<'_, Hit>) {
    position.0 += hits.len() as f32;
}

ecs_world! {
    components: Position;
    events: Hit;
    systems: wound;
}

fn main() {}
