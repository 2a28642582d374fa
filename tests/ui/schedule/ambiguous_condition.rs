use ecs_world::prelude::*;

mod a {
    #[ecs_world::condition]
    pub fn even() -> bool {
        true
    }
}
mod b {
    #[ecs_world::condition]
    pub fn even() -> bool {
        true
    }
}

#[derive(Debug)]
struct Position(f32);

#[system(run_if = even)]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    conditions: a::even as first, b::even as second;
    systems: act;
}

fn main() {}
