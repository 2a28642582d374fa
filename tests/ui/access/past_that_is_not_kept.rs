//! The past of a component that is not double-buffered is read, and library code lacks a bound.
use ecs_world::prelude::*;

struct Position(f32);
#[derive(Clone)]
struct Velocity(f32);

fn speed<W: Has<Velocity>>(world: &W, entity: Entity) -> Option<f32> {
    Some(world.past::<Velocity>(entity)?.0)
}

ecs_world! { components: Position, #[double_buffered] Velocity; }

fn main() {
    let mut world = World::default();
    let one = world.spawn((Position(1.0), Velocity(1.0)));
    world.past::<Position>(one);
    let _ = world.query::<(Entity, &Past<Position>)>();
    speed(&world, one);
}
