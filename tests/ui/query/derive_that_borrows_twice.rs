use ecs_world::prelude::*;

struct Position(f32);

#[derive(Query)]
struct Ship<'w> {
    position: &'w mut Position,
    again: &'w Position,
}

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    for ship in world.query_mut::<Ship>() {
        ship.position.0 += ship.again.0;
    }
}
