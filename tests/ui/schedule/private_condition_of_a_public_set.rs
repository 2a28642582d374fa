use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Menu,
    Play,
}

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Turn(u32);

#[derive(Default)]
pub struct Step(pub u32);

#[condition]
fn first(step: &Step) -> bool {
    step.0 == 0
}

ecs_components! {
    pub set steps;
    resources: Step;
    conditions: first;
}

fn main() {}
