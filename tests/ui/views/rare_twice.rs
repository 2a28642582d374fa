use ecs_world::prelude::*;

struct Ship;

ecs_world! {
    components: #[rare] #[rare] Ship;
}

fn main() {
    World::default().spawn(Ship);
}
