use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

#[system(view = group, without(Velocity))]
fn look(entity: Entity) {
    let _ = entity;
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: look;
}

fn main() {}
