use ecs_world::prelude::*;

#[derive(PartialEq)]
enum Phase {
    Menu,
}

#[system]
fn leave<S>(state: &mut State<S>) {
    let _ = state;
}

ecs_world! {
    states: Phase = Phase::Menu;
    systems: leave;
}

fn main() {}
