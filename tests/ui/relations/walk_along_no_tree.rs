use ecs_world::prelude::*;

#[derive(Relation)]
struct Targets(Entity);
struct Name(u32);

ecs_world! {
    components: Name;
    relations: Targets (clear);
}

fn main() {
    let mut world = World::default();
    let mut order = LevelOrder::default();
    world.query_mut::<&mut Name>().for_each_parent_first::<Targets>(&mut order, |_, name| name.0 += 1);
}
