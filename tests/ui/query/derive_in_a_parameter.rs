use ecs_world::prelude::*;

struct Position(f32);

#[derive(Query)]
struct Ship<'w> {
    position: &'w mut Position,
}

#[system]
fn act(ships: Query<'_, World, Ship<'_>>) {
    for ship in ships {
        ship.position.0 += 1.0;
    }
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
