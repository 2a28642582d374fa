use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;
#[condition]
fn quiet(hits: EventReader<'_>) -> bool {
    hits.is_empty()
}

#[system(run_if = quiet)]
fn act() {}

ecs_world! {
    components: Position;
    events: Hit;
    conditions: quiet;
    systems: act;
}

fn main() {}
