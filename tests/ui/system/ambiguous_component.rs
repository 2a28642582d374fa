use ecs_world::prelude::*;

mod a {
    pub struct Position;
}
mod b {
    pub struct Position;
}
use a::Position;

#[system]
fn act(position: &mut Position) {
    let _ = position;
}

ecs_world! {
    components: a::Position as Here, b::Position as There;
    systems: act;
}

fn main() {}
