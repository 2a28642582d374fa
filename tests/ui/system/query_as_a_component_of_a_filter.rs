use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Frozen;

#[system(without(_moving, Frozen))]
fn act(_moving: Query<'_, World, &mut Position>) {}

#[system(with(_moving))]
fn rest(_moving: Query<'_, World, &mut Position>) {}

ecs_world! {
    components: Position, Frozen;
    systems: act, rest;
}

fn main() {}
