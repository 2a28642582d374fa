use ecs_world::prelude::*;

ecs_world! {
    include: modular_physics::bodies;
    systems: modular_physics::land;
}

fn main() {
    World::default().run();
}
