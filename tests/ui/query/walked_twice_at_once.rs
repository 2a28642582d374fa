use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let mut query = world.query_mut::<&mut Position>();
    for one in &mut query {
        for two in &mut query {
            std::mem::swap(one, two);
        }
    }
}
