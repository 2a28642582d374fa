use ecs_world::prelude::*;

struct Ship;

ecs_world! {
    components: #[rare(Ship)] Ship;
}

fn main() {
    World::default().spawn(Ship);
}
