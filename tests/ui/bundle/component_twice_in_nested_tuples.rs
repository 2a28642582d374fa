use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

ecs_world! {
    components: Position, Velocity;
}

fn main() {
    let mut world = World::default();
    world.spawn((Position(0.0), (Velocity(0.0), Position(1.0))));
}
