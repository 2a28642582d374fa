use ecs_world::prelude::*;

#[derive(Debug, PartialEq)]
enum Phase {
    Day,
    Night,
}

ecs_world! {
    states: ;
}

fn wake<W: HasState<Phase>>(world: &mut W) {
    world.state_mut().set(Phase::Day);
}

fn main() {
    let mut world = World::default();
    wake(&mut world);
    let _ = Phase::Night;
}
