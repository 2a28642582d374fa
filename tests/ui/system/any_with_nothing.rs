use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Asteroid;

#[system(run_if = any_with())]
fn act(_: &mut Commands<World>) {}

ecs_world! {
    components: Position, Asteroid;
    systems: act;
}

fn main() {}
