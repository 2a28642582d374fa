use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut first = World::default();
    let mut second = World::default();
    std::mem::swap(&mut first.__ecs.storages, &mut second.__ecs.storages);
}
