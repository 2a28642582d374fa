use ecs_world::prelude::*;

struct Position(f32);
#[derive(Default)]
struct Score(u32);

ecs_world! {
    components: Position;
    resources: Score;
}

fn main() {
    let mut world = World::default();
    world.spawn((Position(0.0), Score(1)));
}
