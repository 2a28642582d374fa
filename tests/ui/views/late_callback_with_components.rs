use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

#[derive(Default)]
struct Watch;

#[system(view = delayed)]
impl Watch {
    fn run(&self, position: &Position, velocity: &Velocity) {
        let _ = (position, velocity);
    }

    fn on_removed(&self, entity: Entity, position: &Position) {
        let _ = (entity, position);
    }
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: Watch;
}

fn main() {}
