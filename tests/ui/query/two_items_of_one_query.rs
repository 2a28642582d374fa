use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let entity = world.spawn(Position(0.0));
    let mut query = world.query_mut::<&mut Position>();
    let one = query.get_mut(entity).unwrap();
    let two = query.get_mut(entity).unwrap();
    std::mem::swap(one, two);
}
