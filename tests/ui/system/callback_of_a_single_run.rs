use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[derive(Default)]
struct Act;

#[system]
impl Act {
    fn run(&mut self, all: Query<'_, World, &Position>) {
        let _ = all;
    }

    fn on_removed(&mut self, entity: Entity) {
        let _ = entity;
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: Act;
}

fn main() {}
