use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn count(_: RemovedComponents<Position>) {}

#[system]
fn steer(_: Single<&mut Position>) {}

#[system]
fn aim(_: ParamSet<(Query<'_, World, &Position>, Query<'_, World, &mut Position>)>) {}

#[system]
fn notice(_: Ref<'_, Position>) {}

#[system]
fn react(_: On<Hit>) {}

#[system]
fn greet(_: On<Add, Position>) {}

ecs_world! {
    components: Position;
    systems: count, steer, aim, notice, react, greet;
}

fn main() {}
