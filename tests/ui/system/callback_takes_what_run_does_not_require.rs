use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[derive(Default)]
struct Act;

#[system]
impl Act {
    fn run(&mut self, position: &mut Position) {
        position.0 += 1.0;
    }

    fn on_added(&mut self, position: &Position, velocity: &Velocity) {
        let _ = (position, velocity);
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: Act;
}

fn main() {}
