use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let parent = world.spawn(());
    let children = [0, 1].map(|_| world.spawn(ChildOf(parent)));
    let _ = world.get_disjoint_mut::<ChildOf, 2>(children);
}
