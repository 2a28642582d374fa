use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let parent = world.spawn(());
    let child = world.spawn(ChildOf(parent));
    let _ = world.get_components::<(Entity, &mut ChildOf)>(child);
}
