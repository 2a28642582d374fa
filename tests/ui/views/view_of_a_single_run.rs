use ecs_world::prelude::*;

struct Position;
struct Velocity;
struct Health;

#[system(view = list)]
fn count(positions: Query<'_, World, &Position>) {
    let _ = positions;
}

ecs_world! {
    components: Position, Velocity, Health;
    systems: count;
}

fn main() {}
