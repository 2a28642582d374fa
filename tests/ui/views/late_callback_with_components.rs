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

#[system(view = active_passive)]
fn heal(_: &mut Health) {}

#[derive(Default)]
struct Census;

#[system]
impl Census {
    fn run(&self, _: &Health) {}

    fn on_removed(&self, health: &Health) {
        let _ = health;
    }
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: Watch, heal, Census;
}

fn main() {}
