use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(f32);
#[derive(Debug)]
pub struct Velocity(f32);

mod physics {
    use super::{Position, Velocity};

    #[derive(Default)]
    pub struct Drag;

    impl Drag {
        fn run(&mut self, position: &mut Position, velocity: &Velocity) {
            position.0 += velocity.0;
        }
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: physics::Drag;
}

fn main() {
    World::default().run();
}
