use ecs_world::prelude::*;

struct Wheel;

ecs_world! {
    components: Wheel;
}

fn main() {
    let mut world = World::default();
    world.spawn((Wheel, Some(Wheel)));
}
