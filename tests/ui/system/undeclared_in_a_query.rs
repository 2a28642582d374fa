use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);
#[derive(Debug)]
struct Mass(f32);

#[system]
fn act(masses: Query<'_, World, &Mass>) {
    let _ = masses;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
