use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

struct Log(Vec<u32>);

fn main() {
    let mut log = Log(vec![]);
    log.clear();
    let mut world = World::default();
    world.spawn(Position(0.0)).insert(Position(1.0));
}
