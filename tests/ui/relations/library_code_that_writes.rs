use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

fn adopt<W: Holds<ChildOf>>(world: &mut W, child: Entity, parent: Entity) {
    world.get_mut::<ChildOf>(child).unwrap().0 = parent;
}

ecs_world! {
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let parent = world.spawn(());
    let child = world.spawn(ChildOf(parent));
    adopt(&mut world, child, parent);
}
