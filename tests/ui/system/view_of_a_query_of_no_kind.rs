use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(view(bodies) = lst)]
fn act(bodies: Query<'_, World, (&Position, &Velocity)>) {
    let _ = bodies;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
