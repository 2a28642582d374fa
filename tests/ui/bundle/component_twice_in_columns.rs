use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let _ = world.spawn_columns((vec![Position(0.0)], vec![Position(1.0)]));
}
