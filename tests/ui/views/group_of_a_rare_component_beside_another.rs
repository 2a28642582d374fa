use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);
struct Health(f32);
struct Ship;

ecs_world! {
    components: #[rare] Ship, Position, Velocity, Health;
    queries: (Position, Velocity);
    groups: (Ship, Health), (Ship, Position);
}

fn main() {}
