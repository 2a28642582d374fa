use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Debug)]
struct Velocity(f32);
#[derive(Debug)]
struct Mass(f32);
#[derive(Debug)]
struct Frozen;

ecs_world! {
    components: Position, Velocity, Mass, Frozen;
    queries: (Position, Velocity), (Position, Velocity, Mass, without(Frozen));
}

fn main() {
    let mut world = World::default();
    for _ in world.query_velocity_position() {}
    for _ in world.query_mass_position_velocity_without_frozen_mut() {}
}
