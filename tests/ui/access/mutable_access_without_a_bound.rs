use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

fn advance<W: Holds<Position>>(world: &mut W, entity: Entity) {
    // Reading and structural changes.
    let _ = world.get::<Position>(entity);
    let _ = world.query::<&Position>();
    let _ = world.replace(entity, Position(0.0));

    let _ = world.get_mut::<Position>(entity);
    let _ = world.get_disjoint_mut::<Position, 1>([entity]);
    let _ = world.query_mut::<&mut Position>();
}

fn main() {}
