use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(f32);
#[derive(Debug)]
pub struct Velocity(f32);

mod physics {
    #[derive(Default)]
    pub struct Drag;
}

#[system]
impl physics::Drag {
    fn run(&mut self, position: &mut Position) {
        position.0 += 1.0;
    }
}

ecs_world! {
    components: Position, Velocity;
}

fn main() {}
