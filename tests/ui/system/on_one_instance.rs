use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[derive(Default)]
struct Act<T>(T);

#[system]
impl Act<u8> {
    fn run(&mut self, position: &mut Position) {
        position.0 += f32::from(self.0);
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: Act<u8>;
}

fn main() {}
