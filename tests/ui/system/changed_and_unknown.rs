use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Gravity(f32);

#[system(changed(Positon))]
fn act(position: &Position) {
    let _ = position;
}

#[system(added(Gravity))]
fn drift(position: &Position, gravity: &Gravity) {
    let _ = (position, gravity);
}

ecs_world! {
    components: Position;
    resources: Gravity = Gravity(9.81);
    systems: act, drift;
}

fn main() {}
