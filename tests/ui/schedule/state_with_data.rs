use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
struct Level(u32);

#[derive(Debug, PartialEq)]
enum Phase {
    Menu,
    Play { level: u32 },
}

#[system(run_if = in_state(Level(1)))]
fn first() {}

#[system(run_if = not(in_state(Phase::Play { level: 1 })))]
fn rest() {}

#[system]
fn build() {}

ecs_world! {
    states: Level = Level(0), Phase = Phase::Menu;
    systems: first, rest;
    systems(on_enter = Level(1)): build;
}

fn main() {}
