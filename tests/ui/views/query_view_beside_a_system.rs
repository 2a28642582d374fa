use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn move_all(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

#[system(view(bodies) = list)]
fn act(bodies: Query<'_, World, (&Position, &Velocity)>) {
    let _ = bodies;
}

ecs_world! {
    components: Position, Velocity;
    systems: move_all, act;
}

fn main() {}
