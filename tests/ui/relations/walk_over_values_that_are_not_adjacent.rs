use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);
struct Name(u32);

ecs_world! {
    components: #[storage(vec)] Name;
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let mut order = LevelOrder::default();
    world.query_mut::<&mut Name>().for_each_parent_first::<ChildOf>(&mut order, |_, name| name.0 += 1);
}
