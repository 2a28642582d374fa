use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Hit;

#[derive(Default)]
struct Act;

#[system]
impl Act {
    fn run(&mut self, position: &mut Position) {
        position.0 += 1.0;
    }

    fn on_added(&mut self, hits: EventReader<'_, Hit>) {
        let _ = hits.len();
    }
}

ecs_world! {
    components: Position;
    events: Hit;
    systems: Act;
}

fn main() {}
