use ecs_world::prelude::*;

struct Position(f32);
struct Mass(f32);

#[derive(Query)]
struct Ship<'w> {
    position: &'w mut Position,
    mass: &'w Mass,
}

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    for ship in world.query_mut::<Ship>() {
        ship.position.0 += ship.mass.0;
    }
}
