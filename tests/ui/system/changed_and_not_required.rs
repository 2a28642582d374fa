use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);
#[derive(Debug)]
struct Mass(f32);

#[system(changed(Velocity), added(Position))]
fn act(position: &mut Position, velocity: Option<&Velocity>) {
    let _ = (position, velocity);
}

#[system(added(Mass), with(Velocity))]
fn drift(position: &mut Position) {
    position.0 += 1.0;
}

#[system(changed(Position))]
fn once(positions: Query<'_, World, &Position>) {
    let _ = positions;
}

ecs_world! {
    components: Position, Velocity, Mass;
    systems: act, drift, once;
}

fn main() {}
