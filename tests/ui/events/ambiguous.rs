use ecs_world::prelude::*;

mod a {
    #[derive(Debug, Default, PartialEq)]
    pub struct Hit;
}
mod b {
    #[derive(Debug, Default, PartialEq)]
    pub struct Hit;
}
use a::Hit;

#[system]
fn act(hits: &Events<Hit>) {
    let _ = hits;
}

ecs_world! {
    events: a::Hit as Here, b::Hit as There;
    systems: act;
}

fn main() {}
