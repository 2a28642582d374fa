use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;

#[system(parallel)]
fn hit(position: &Position, hits: &mut Events<Hit>) {
    let _ = (position, hits);
}

ecs_world! {
    components: Position;
    events: Hit;
    systems: hit;
}

fn main() {}
