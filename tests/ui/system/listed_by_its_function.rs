use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Debug, Default)]
struct Physics;

#[system]
impl Physics {
    fn run(&self, position: &mut Position) {
        position.0 += 1.0;
    }
}

ecs_world! {
    components: Position;
    systems: Physics::run;
}

fn main() {
    World::default().run();
}
