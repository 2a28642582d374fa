use ecs_world::prelude::*;
use other::NextState;

/// What another library exports.
mod other {
    pub(crate) struct NextState<S>(pub(crate) S);
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
enum Phase {
    #[default]
    Menu,
    Play,
}

#[system]
fn start(next: &mut NextState<Phase>) {
    next.0 = Phase::Play;
}

ecs_world! {
    states: Phase;
    systems: start;
}

fn main() {}
