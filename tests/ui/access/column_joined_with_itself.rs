use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let mut columns = world.columns();
    for (one, two) in (&mut columns.position, &columns.position).join() {
        one.0 = two.0;
    }
}
