//! One case that passes makes trybuild build and not only check, which errors in constants of generic code need.
use ecs_world::prelude::*;

struct Position(f32);

#[system]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {
    let mut world = World::default();
    let entity = world.spawn(Position(1.0));
    world.run();
    assert_eq!(world.get::<Position>(entity).map(|position| position.0), Some(2.0));
}
