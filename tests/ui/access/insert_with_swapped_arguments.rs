use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let ship = world.spawn(());
    world.insert(Position(1.0), ship).unwrap();
}
