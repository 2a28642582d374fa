use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);

struct Body {
    position: Position,
    velocity: Velocity,
}

ecs_world! {
    components: Position, Velocity;
}

fn main() {
    let mut world = World::default();
    world.spawn(Body { position: Position(0.0), velocity: Velocity(1.0) });
}
