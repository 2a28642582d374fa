use ecs_world::prelude::*;

struct Depth;

ecs_world! {
    components: #[storage(vec)] Depth;
}

fn main() {
    World::default().columns().depth.as_slice();
}
