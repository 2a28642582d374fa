use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let mut columns = world.columns();
    for (entity, child) in (&columns.entities, &mut columns.child_of).join() {
        child.0 = entity;
    }
}
