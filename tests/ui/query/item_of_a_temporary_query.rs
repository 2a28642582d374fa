use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    world.spawn(Position(0.0));
    let position = world.query_mut::<&mut Position>().single_mut().unwrap();
    position.0 += 1.0;
}
