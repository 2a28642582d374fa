use ecs_world::prelude::*;

mod a {
    #[derive(Debug, Default, PartialEq)]
    pub struct Turn;
}
mod b {
    #[derive(Debug, Default, PartialEq)]
    pub struct Turn;
}
use a::Turn;

#[condition]
fn even(turn: &Turn) -> bool {
    *turn == Turn
}

ecs_world! {
    resources: a::Turn as Here, b::Turn as There;
    conditions: even;
}

fn main() {}
