use ecs_world::prelude::*;

struct Depth(u32);

ecs_world! {
    components: #[storage(vec)] Depth;
}

fn main() {
    World::default().sort_by_key(|depth: &Depth| depth.0);
}
