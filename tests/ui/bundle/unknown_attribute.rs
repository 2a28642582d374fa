use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

#[derive(Bundle)]
#[bundle(krate = ecs_world)]
struct Body {
    position: Position,
}

fn main() {}
