//! Nothing hands out a `&mut` to a past.
use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

#[derive(Query)]
struct Both<'w> {
    position: &'w mut Position,
    past: &'w mut Past<Position>,
}

ecs_world! { components: #[double_buffered] Position; }

fn main() {
    let mut world = World::default();
    let one = world.spawn(Position(1.0));
    let _ = world.query_mut::<&mut Past<Position>>();
    world.get_mut::<Past<Position>>(one).unwrap();
    let _ = world.query_mut::<Both>();
}
