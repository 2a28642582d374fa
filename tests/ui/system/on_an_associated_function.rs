use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

struct Physics;

impl Physics {
    const GRAVITY: f32 = 9.81;

    #[system]
    fn fall(position: &mut Position) {
        position.0 -= Self::GRAVITY;
    }
}

ecs_world! {
    components: Position;
    systems: Physics::fall;
}

fn main() {}
