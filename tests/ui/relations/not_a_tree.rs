use ecs_world::prelude::*;

#[derive(Relation)]
struct Targets(Entity);

ecs_world! {
    relations: Targets (clear);
}

fn main() {
    let mut world = World::default();
    let entity = world.spawn(());
    let _ = world.tree::<Targets>().parent(entity);
}
