use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Mass(f32);

fn fall<W: Has<Position>>(world: &mut W) -> Entity {
    world.spawn((Position(0.0), Mass(1.0)))
}

fn main() {}
