use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Mass(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let world = World::default();
    for _ in world.query::<(&Position, &Mass)>() {}
}
