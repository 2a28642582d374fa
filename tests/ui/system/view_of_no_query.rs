use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(view(positions) = none, view(body) = list)]
fn act(bodies: Query<'_, World, (&Position, &Velocity)>, body: Entity) {
    let _ = (bodies, body);
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
