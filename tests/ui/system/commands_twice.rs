use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(commands: &mut Commands<World>, others: &mut Commands<World>) {
    std::mem::swap(commands, others);
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
