use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);

#[system]
fn act(bodies: Query<'_, World, Option<(&Position, &Velocity)>>) {
    let _ = bodies;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
