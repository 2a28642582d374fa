use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let mut query = world.query_mut::<&mut Position>();
    let iter = query.iter_mut();
    for (one, two) in iter.clone().zip(iter) {
        std::mem::swap(one, two);
    }
}
