use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    components: Position;
}

fn main() {
    let world = World::default();
    println!("{}", world.query::<Position>().iter().count());
}
