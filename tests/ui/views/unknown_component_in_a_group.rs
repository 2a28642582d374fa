use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

ecs_world! {
    components: Position, Velocity;
    groups: (Position, Helth);
}

fn main() {
    let _ = (Velocity, Health);
}
