use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

ecs_world! {
    components: Position, Velocity;
}

fn main() {
    let world = World::default();
    for _ in world.query_position_velocity() {}
}
