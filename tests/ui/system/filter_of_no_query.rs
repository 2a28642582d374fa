//! A filter names a parameter that is no query, or no parameter.
use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Frozen;

#[system(without(position: Frozen))]
fn fall(position: &mut Position, bodies: Query<'_, World, &Velocity>) {
    let _ = (position, bodies);
}

#[system(with(body: Frozen))]
fn rise(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

ecs_world! {
    components: Position, Velocity, Frozen;
    systems: fall, rise;
}

fn main() {}
