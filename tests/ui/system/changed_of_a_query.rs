use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(changed(moving: Velocity), added(moving: Position, Position))]
fn act(moving: Query<'_, World, (&Position, Option<&Velocity>)>) {
    let _ = moving;
}

#[system(changed(moving: Position), view(moving) = list)]
fn drift(moving: Query<'_, World, (&mut Position, &Velocity)>) {
    let _ = moving;
}

#[system(changed(others: Position), changed(moving: Mass))]
fn fall(moving: Query<'_, World, (&mut Position, &Velocity)>) {
    let _ = moving;
}

#[system(added(slow: Position))]
fn split(mut slow: Query<'_, World, &mut Position>, fast: Query<'_, World, (&mut Position, &Velocity)>) {
    let _ = (slow.iter_mut(), fast);
}

ecs_world! {
    components: Position, Velocity;
    systems: act, drift, fall, split;
}

fn main() {}
