use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

struct Act(u32);

#[system]
impl Act {
    fn run(&mut self, position: &mut Position) {
        position.0 += self.0 as f32;
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: Act;
}

fn main() {}
