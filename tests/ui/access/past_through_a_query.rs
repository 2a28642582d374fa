//! A value is written through its past.
use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

ecs_world! { components: #[double_buffered] Position; }

fn main() {
    let mut world = World::default();
    let one = world.spawn(Position(1.0));
    for past in &world.query::<&Past<Position>>() {
        past.0 = 2.0;
    }
    world.past::<Position>(one).unwrap().0 = 3.0;
}
