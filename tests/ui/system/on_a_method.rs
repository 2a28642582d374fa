use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Physics;

impl Physics {
    #[system]
    fn run(&mut self, position: &mut Position) {
        position.0 += 1.0;
    }
}

ecs_world! {
    components: Position;
    systems: Physics;
}

fn main() {}
