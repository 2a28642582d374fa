use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Bundle)]
struct Body {
    position: Position,
    target: Position,
}

ecs_world! {
    components: Position;
}

fn main() {
    World::default().spawn(Body { position: Position(0.0), target: Position(1.0) });
}
