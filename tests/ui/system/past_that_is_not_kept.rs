//! Systems read the past of components that have none.
use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);
struct Time(f32);
#[derive(Relation)]
struct ChildOf(Entity);

#[system]
fn steer(past: &Past<Position>) {
    let _ = past;
}

#[system]
fn count(all: Query<'_, World, (Entity, Option<&Past<Position>>)>) {
    let _ = all;
}

#[system]
fn rise(past: &Past<ChildOf>) {
    let _ = past;
}

#[system]
fn wait(past: &Past<Time>) {
    let _ = past;
}

#[system]
fn take(past: Past<Position>) {
    let _ = past;
}

ecs_world! {
    components: Position;
    relations: ChildOf (tree, cascade);
    resources: Time = Time(0.0);
    systems: steer, count, rise, wait, take;
}

fn main() {}
