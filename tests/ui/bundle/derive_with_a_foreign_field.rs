use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Mass(f32);

ecs_world! {
    components: Position;
}

#[derive(Bundle)]
struct Body {
    position: Position,
    mass: Mass,
}

fn main() {
    let mut world = World::default();
    world.spawn(Body { position: Position(0.0), mass: Mass(1.0) });
}
