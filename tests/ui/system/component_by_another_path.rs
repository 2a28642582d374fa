use ecs_world::prelude::*;

mod a {
    pub struct Position(pub f32);
}

mod b {
    pub struct Position(pub f32);
}

#[system]
fn act(position: &a::Position) {
    let _ = position.0;
}

ecs_world! {
    components: b::Position;
    systems: act;
}

fn main() {}
