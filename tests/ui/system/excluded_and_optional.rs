use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);

#[system(without(Velocity))]
fn fall(position: &mut Position, velocity: Option<&Velocity>) {
    position.0 += velocity.map_or(1.0, |velocity| velocity.0);
}

#[system(without(bodies: Velocity))]
fn rise(bodies: Query<'_, World, (&mut Position, Option<&Velocity>)>) {
    for (position, velocity) in bodies {
        position.0 += velocity.map_or(1.0, |velocity| velocity.0);
    }
}

ecs_world! {
    components: Position, Velocity;
    systems: fall, rise;
}

fn main() {}
