use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;

#[system(run_if = not(on_event()))]
fn act() {}

ecs_world! {
    components: Position;
    events: Hit;
    systems: act;
}

fn main() {}
