use ecs_world::prelude::*;

struct Position(f32);

#[derive(Default)]
struct Act;

#[system]
impl Act {
    fn on_added(&mut self, position: &Position) {
        let _ = position.0;
    }
}

impl Act {
    fn run(&mut self, position: &Position) {
        let _ = position.0;
    }
}

ecs_world! {
    components: Position;
    systems: Act;
}

fn main() {}
