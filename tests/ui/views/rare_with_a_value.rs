use ecs_world::prelude::*;

struct Ship;

ecs_world! {
    components: #[rare = true] Ship;
}

fn main() {
    World::default().spawn(Ship);
}
