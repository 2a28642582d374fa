use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Default)]
struct Act;

#[system]
impl Act {
    fn run(&self, position: &Position) {
        let _ = position;
    }

    fn on_removed(&self, cause: &RemovalCause) {
        let _ = cause;
    }
}

ecs_world! {
    components: Position;
    systems: Act;
}

fn main() {}
