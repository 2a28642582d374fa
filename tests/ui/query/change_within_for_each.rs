use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    world.query_mut::<(Entity, &mut Position)>().for_each(|(entity, _)| world.despawn(entity).unwrap());
}
