//! `#[double_buffered]` where there is no value that could have a past, and given wrongly.
use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);
#[derive(Clone)]
struct Velocity(f32);
#[derive(Clone)]
struct Frozen;
#[derive(Relation)]
struct ChildOf(Entity);
#[derive(Default)]
struct Time(f32);

#[system]
fn thaw(past: &Past<Velocity>) {
    let _ = past;
}

ecs_world! {
    components:
        #[double_buffered] #[double_buffered] Position,
        #[double_buffered(true)] Velocity,
        #[double_buffered] #[storage(tag)] Frozen;
    relations: #[double_buffered] ChildOf (tree, cascade);
    resources: #[double_buffered] Time;
    systems: thaw;
}

fn main() {}
