use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let entity = world.spawn(Position(0.0));
    world.commands().remove::<(Position, Position)>(entity);
}
