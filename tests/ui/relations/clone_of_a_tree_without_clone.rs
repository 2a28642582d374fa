use ecs_world::prelude::*;

struct Position(f32);
#[derive(Clone, Relation)]
struct ChildOf(Entity);

ecs_world! {
    components: Position;
    relations: ChildOf (tree, cascade);
}

fn main() {
    let mut world = World::default();
    let root = world.spawn(());
    world.clone_tree::<ChildOf>(root).unwrap();
}
