use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;
struct Mass;

#[system(view = group)]
fn decay(position: &mut Position, health: &mut Health) {
    let _ = (position, health);
}

ecs_world! {
    components: Position, Velocity, Health, Mass;
    systems: decay;
    groups: (Position, Velocity), (Health, Mass);
}

fn main() {}
