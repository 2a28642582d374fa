use ecs_world::prelude::*;

struct Position(f32);

struct Velocity(f32);

ecs_world! { components: Position, Velocity; }

fn both(world: &mut World, entity: Entity) {
    world.get::<&Position>(entity);
    world.get_mut::<&mut Position>(entity);
}

fn main() {}
