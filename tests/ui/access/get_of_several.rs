use ecs_world::prelude::*;

struct Position(f32);

struct Velocity(f32);

ecs_world! { components: Position, Velocity; }

fn both(world: &World, entity: Entity) {
    world.get::<(Position, Velocity)>(entity);
}

fn main() {}
