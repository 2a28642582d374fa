use ecs_world::prelude::*;

struct Position;
struct Velocity;

ecs_world! {
    components: #[storage(pakced)] Position, Velocity;
}

fn main() {
    World::default().spawn((Position, Velocity));
}
