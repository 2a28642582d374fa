use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
type Place = Position;

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    world.query_mut::<(&mut Place, &mut Position)>().for_each(|_| {});
}
