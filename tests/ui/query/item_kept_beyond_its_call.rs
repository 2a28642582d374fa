use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let mut kept = Vec::new();
    world.query_mut::<&mut Position>().for_each(|position| kept.push(position));
}
