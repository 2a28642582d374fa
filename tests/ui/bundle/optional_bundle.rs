use ecs_world::prelude::*;

struct Wheel;
struct Axle;

ecs_world! {
    components: Wheel, Axle;
}

fn main() {
    let mut world = World::default();
    world.spawn((Wheel, Some((Axle,))));
}
