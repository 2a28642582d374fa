use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &mut Position) -> f32 {
    position.0
}

#[system]
fn rest(position: &mut Position, twice: &Position) {
    position.0 += twice.0;
}

ecs_world! {
    components: Position;
    systems: act, rest;
}

fn main() {
    let mut world = World::default();
    world.run_act();
    world.run_rest();
    assert_eq!(world.query_position().iter().count(), 0);
    assert_eq!(world.managed_act().len(), world.managed_rest().len());
}
