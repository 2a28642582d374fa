use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Asteroid;

#[system(run_if = any_with(Asteroid))]
fn act(_: &mut Commands<World>) {}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
