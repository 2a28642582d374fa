use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

#[system(view)]
fn movement(position: &mut Position, velocity: &Velocity) {
    let _ = (position, velocity);
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: movement;
    queries: #[view] (Position, Health);
}

fn main() {}
