use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

#[system(view = list, view = scan)]
fn movement(position: &mut Position, velocity: &Velocity) {
    let _ = (position, velocity);
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: movement;
    queries: #[view(list)] #[view(scan)] (Position, Health);
    groups: #[view(list)] (Velocity, Health);
}

fn main() {}
