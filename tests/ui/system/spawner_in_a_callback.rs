use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[derive(Default)]
struct Act;

#[system]
impl Act {
    fn run(&self, position: &Position) {
        let _ = position;
    }

    fn on_removed(&self, spawner: &mut Spawner<World>) {
        spawner.spawn(Position(0.0));
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: Act;
}

fn main() {}
