use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);

ecs_world! {
    components: Position, #[since(3)] Velocity;
}

fn main() {}
