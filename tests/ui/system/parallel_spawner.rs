use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system(parallel)]
fn split(position: &Position, spawner: &mut Spawner<World>) {
    let _ = (position, spawner);
}

ecs_world! {
    components: Position;
    systems: split;
}

fn main() {}
