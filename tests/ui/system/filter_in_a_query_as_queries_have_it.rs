use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Frozen;
#[derive(Debug)]
struct Asleep;

#[system]
fn drift(moving: Query<'_, World, (&mut Position, without(Frozen, Asleep))>) {
    let _ = moving;
}

ecs_world! {
    components: Position, Frozen, Asleep;
    systems: drift;
}

fn main() {}
