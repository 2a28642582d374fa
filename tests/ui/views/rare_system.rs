use ecs_world::prelude::*;

struct Ship;

#[system]
fn steer(_: &mut Ship) {}

ecs_world! {
    components: Ship;
    systems: #[rare] steer;
}

fn main() {
    World::default().run();
}
