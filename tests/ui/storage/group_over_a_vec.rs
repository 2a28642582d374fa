use ecs_world::prelude::*;

struct Position;
struct Velocity;

ecs_world! {
    components: Position, #[storage(vec)] Velocity;
    groups: (Position, Velocity);
}

fn main() {}
