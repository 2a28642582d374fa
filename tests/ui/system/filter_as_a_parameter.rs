use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Debug)]
struct Ship;
#[derive(Debug)]
struct Rock;

#[system]
fn act(position: &mut Position, _: With<Ship>) {
    position.0 += 1.0;
}

#[system]
fn drift(position: &mut Position, _: Without<(Ship, Rock)>) {
    position.0 += 1.0;
}

#[system]
fn spin(position: &mut Position, _: Or<(With<Ship>, With<Rock>)>) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position, Ship, Rock;
    systems: act, drift, spin;
}

fn main() {}
