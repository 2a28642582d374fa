use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);
#[derive(Clone, Relation)]
struct Likes(Entity);

ecs_world! {
    components: Position;
    relations: Likes (clear);
}

fn main() {
    let mut world = World::default();
    let entity = world.spawn(());
    world.clone_tree::<Likes>(entity).unwrap();
    let _ = world.take_tree::<Likes>(entity);
}
