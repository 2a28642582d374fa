use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Position(f32);
#[derive(Debug)]
pub struct Velocity(f32);

#[system]
pub fn movement(position: &mut Position) {
    position.0 += 1.0;
}

mod variant {
    use super::*;

    #[system]
    pub fn movement(velocity: &mut Velocity) {
        velocity.0 += 1.0;
    }

    ecs_world! {
        components: Position, Velocity;
        systems: movement;
    }
}

fn main() {}
