use ecs_world::prelude::*;

struct Position(f32);
struct Velocity(f32);

#[system]
fn list(all: Query<'_, World, (&Position, Has<Velocity>)>) {
    let _ = all.count();
}

ecs_world! {
    components: Position, Velocity;
    systems: list;
}

fn main() {}
