use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;
struct Mass;

ecs_world! {
    components: Position, Velocity, Health, Mass;
    groups: (Position, Velocity), (Health, Mass), (Velocity, Health);
}

fn main() {}
