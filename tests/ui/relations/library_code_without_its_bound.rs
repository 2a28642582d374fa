use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

fn adopt<W: EcsWorld>(world: &mut W, child: Entity, parent: Entity) {
    let _ = world.insert(child, ChildOf(parent));
}

fn adopt_by_the_bound_of_a_component<W: Has<ChildOf>>(world: &mut W, child: Entity, parent: Entity) {
    let _ = world.insert(child, ChildOf(parent));
}

ecs_world! {
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let parent = world.spawn(());
    adopt_by_the_bound_of_a_component(&mut world, parent, parent);
}
