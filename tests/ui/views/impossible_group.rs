use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

ecs_world! {
    components: Position, Velocity, Health;
    groups: (Position, Velocity), (Position, Health);
}

fn main() {}
