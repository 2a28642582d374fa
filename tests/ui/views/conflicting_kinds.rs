use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

#[system(view = delayed)]
fn movement(position: &mut Position, velocity: &Velocity) {
    let _ = (position, velocity);
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: movement;
    queries: #[view(list)] (Velocity, Position);
}

fn main() {}
