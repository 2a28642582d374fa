use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[derive(Default)]
struct Act {
    kept: Option<&'static Position>,
}

#[system]
impl Act {
    fn run(&mut self, position: &Position) {
        self.kept = Some(position);
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: Act;
}

fn main() {}
