//! Filters of queries that are empty, given twice, or say what the query says already.
use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Frozen;

#[system(without(bodies: ))]
fn fall(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

#[system(without(bodies: Frozen), without(bodies: Position))]
fn rise(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

#[system(with(bodies: Velocity))]
fn drift(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

#[system(with(bodies: Velocity))]
fn glide(bodies: Query<'_, World, Option<&Velocity>>) {
    let _ = bodies;
}

#[system(with(bodies: Frozen), without(bodies: Frozen))]
fn rest(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

#[system(any(bodies: Frozen, Missing))]
fn melt(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

#[system(view(bodies: Frozen))]
fn turn(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

#[system(witout(bodies: Frozen))]
fn roll(bodies: Query<'_, World, &Velocity>) {
    let _ = bodies;
}

ecs_world! {
    components: Position, Velocity, Frozen;
    systems: fall, rise, drift, glide, rest, melt, turn, roll;
}

fn main() {}
