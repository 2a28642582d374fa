use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);
#[derive(Debug, Clone, PartialEq)]
enum Phase {
    Play,
    Over,
}

#[system(parallel)]
fn end(health: &Health, phase: &mut State<Phase>) {
    if health.0 == 0 {
        phase.set(Phase::Over);
    }
}

ecs_world! {
    components: Health;
    states: Phase = Phase::Play;
    systems: end;
}

fn main() {}
