use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    for (entity, _) in world.query_mut::<(Entity, &mut Position)>() {
        world.despawn(entity).unwrap();
    }
}
