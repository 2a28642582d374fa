use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(commands: &mut Commands<World>, spawner: &mut Spawner<World>) {
    let _ = (commands, spawner);
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
