use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let _ = world.query_mut::<&mut ChildOf>();
}
