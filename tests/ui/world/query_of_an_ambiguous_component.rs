use ecs_world::prelude::*;

mod a {
    pub struct Position;
}
mod b {
    pub struct Position;
}

ecs_world! {
    components: a::Position as Here, b::Position as There;
    queries: (Position);
}

fn main() {}
