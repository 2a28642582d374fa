use ecs_world::prelude::*;

struct Position;
struct Velocity;

ecs_world! {
    components: #[storage(vector)] Position, #[storage(HashMap)] Velocity;
}

fn main() {}
