use ecs_world::prelude::*;

mod a {
    #[derive(Debug, Default, PartialEq)]
    pub struct Phase;
}
mod b {
    #[derive(Debug, Default, PartialEq)]
    pub struct Phase;
}
use a::Phase;

#[system]
fn act(phase: &State<Phase>) {
    let _ = phase;
}

ecs_world! {
    states: a::Phase as Here, b::Phase as There;
    systems: act;
}

fn main() {}
