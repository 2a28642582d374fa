use ecs_world::prelude::*;

struct Position(f32);

ecs_world! {
    components: Position;
    systems: modular_physics::drag;
}

fn main() {
    World::default().spawn(Position(0.0));
}
