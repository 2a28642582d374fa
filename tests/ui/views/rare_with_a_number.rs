use ecs_world::prelude::*;

struct Ship;

ecs_world! {
    components: #[rare(1)] Ship;
}

fn main() {
    World::default().spawn(Ship);
}
