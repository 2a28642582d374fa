use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

#[derive(Bundle)]
enum Either {
    Here(Position),
}

fn main() {}
