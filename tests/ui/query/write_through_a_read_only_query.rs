use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let world = World::default();
    for position in world.query::<&mut Position>() {
        position.0 = 1.0;
    }
}
