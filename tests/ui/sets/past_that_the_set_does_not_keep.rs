//! A set reads the past of a component that only another set keeps.
mod physics {
    use ecs_world::prelude::*;

    #[derive(Clone)]
    pub struct Position(pub f32);

    #[system]
    pub fn follow(position: &mut Position, past: &Past<Position>) {
        position.0 = past.0;
    }

    ecs_components! {
        pub set motion;
        components: Position;
        systems: follow;
    }
}

fn main() {}
