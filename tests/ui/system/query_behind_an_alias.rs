use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

type Bodies<'w> = Query<'w, World, (&'static mut Position, &'static Velocity)>;

#[system]
fn act(bodies: Bodies<'_>) {
    let _ = bodies;
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
