use ecs_world::prelude::*;

struct Position;
struct Velocity;

ecs_world! {
    components: #[storage(packed)] Position, #[storage(vec)] Velocity;
    queries: #[view(group)] (Position, Velocity);
}

fn main() {}
