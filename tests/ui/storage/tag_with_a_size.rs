use ecs_world::prelude::*;

struct Burning(u32);

ecs_world! {
    components: #[storage(tag)] Burning;
}

fn main() {
    World::default().spawn(Burning(1));
}
