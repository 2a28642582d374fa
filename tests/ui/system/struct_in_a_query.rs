use ecs_world::prelude::*;

struct Position(f32);

#[derive(Query)]
struct Ship<'w> {
    position: &'w mut Position,
}

#[system]
fn act(ships: Query<'_, World, (Entity, Ship<'_>)>) {
    let _ = ships;
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
