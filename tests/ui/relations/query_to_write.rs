use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);
struct Name(u32);

ecs_world! {
    components: Name;
    relations: ChildOf (tree, cascade);
    queries: (Name, ChildOf);
}

fn main() {
    let mut world = World::default();
    for (_, name, child) in world.query_name_child_of_mut() {
        name.0 += 1;
        child.0 = child.0;
    }
}
