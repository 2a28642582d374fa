use ecs_world::prelude::*;

struct Position(f32);

fn save<W: Has<Position>>(world: &W) {
    world.snapshot();
}

fn main() {}
