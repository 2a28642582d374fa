use ecs_world::prelude::*;

struct Position;
struct Velocity;

ecs_world! {
    components: Position, Velocity;
    queries: #[view(group)] (Position), (Velocity);
}

fn main() {}
