use ecs_world::prelude::*;

#[derive(Default)]
struct Time(f32);

ecs_world! {
    resources: #[rare] Time;
}

fn main() {
    World::default().resources.time.0 += 1.0;
}
