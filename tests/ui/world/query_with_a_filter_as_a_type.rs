use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);
#[derive(Debug)]
struct Frozen;

ecs_world! {
    components: Position, Velocity, Frozen;
    queries: (Position, Without<Frozen>), (Position, Or<(With<Velocity>, With<Frozen>)>), (Position, Changed<Velocity>);
    groups: (Position, Velocity, Without<Frozen>);
}

fn main() {}
