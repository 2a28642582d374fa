use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let before = world.snapshot();
    world.restore(&before);
}
