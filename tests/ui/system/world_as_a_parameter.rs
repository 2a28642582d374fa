use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(entity: Entity, position: &mut Position, world: &mut World) {
    position.0 = 0.0;
    world.despawn(entity).unwrap();
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
