use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

fn fall(position: &mut Position) {
    position.0 -= 1.0;
}

ecs_world! {
    components: Position;
    systems: fall;
}

fn run(world: &mut World) {
    world.run();
}

fn main() {
    run(&mut World::default());
}
