use ecs_world::prelude::*;

struct Position(f32);

#[derive(Query)]
struct Ship<'w> {
    position: &'w mut Position,
}

ecs_world! {
    components: Position;
}

fn main() {
    let world = World::default();
    for ship in world.query::<Ship>() {
        ship.position.0 += 1.0;
    }
}
