//! The past is spawned, inserted and removed, which happens with the component alone.
use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

ecs_world! { components: #[double_buffered] Position; }

fn main() {
    let mut world = World::default();
    let one = world.spawn(Position(1.0));
    let past: Past<Position> = world.query::<&Past<Position>>().single().unwrap().clone();
    world.spawn(past.clone());
    world.insert(one, past).unwrap();
    let _ = world.remove::<Past<Position>>(one);
}
