use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

ecs_world! {
    components: Position, Velocity, Health;
    queries: #[view(archetype)] (Position, Velocity);
}

fn main() {}
