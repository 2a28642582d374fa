use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system]
fn act(both: (&mut Position, &Velocity)) {
    both.0.0 += both.1.0;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
