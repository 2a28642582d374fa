use ecs_world::prelude::*;

struct Hit;

ecs_world! {
    events: #[rare] Hit;
}

fn main() {
    World::default().events.hit.send(Hit);
}
