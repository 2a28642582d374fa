use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let entity = world.spawn(Position(0.0));
    let _ = world.get_components::<(&Position, (Entity, Option<&mut Position>))>(entity);
}
