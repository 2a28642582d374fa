use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let query = world.query_mut::<&mut Position>();
    for position in &query {
        position.0 += 1.0;
    }
}
