use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);
struct Health(f32);
struct Ship;

#[system(view = group)]
fn repair(health: &mut Health, _: &Ship) {
    health.0 += 1.0;
}

#[system(view = group)]
fn steer(position: &mut Position, _: &Ship) {
    position.0 += 1.0;
}

#[system]
fn advance(position: &mut Position, velocity: &Velocity) {
    position.0 += velocity.0;
}

ecs_world! {
    components: #[rare] Ship, Position, Velocity, Health;
    systems: repair, steer, advance;
}

fn main() {}
