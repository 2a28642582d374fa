use ecs_world::prelude::*;

struct Position(f32);

fn twin<W: Has<Position>>(world: &mut W, entity: Entity) -> Option<Entity> {
    world.clone_entity(entity).ok()
}

fn main() {}
