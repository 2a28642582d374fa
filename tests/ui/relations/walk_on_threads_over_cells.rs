use std::cell::Cell;

use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);
struct Name(Cell<u32>);

ecs_world! {
    components: Name;
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let mut order = LevelOrder::default();
    world.query_mut::<&mut Name>().par_for_each_parent_first::<ChildOf>(&mut order, |_, name| name.0.set(1));
}
