use ecs_world::prelude::*;

#[derive(Relation)]
struct Targets(Entity);

ecs_world! {
    components: Targets;
}

fn main() {
    let world = World::default();
    let _ = world.sources::<Targets>();
}
