use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

/// What `#[system]` of another version leaves beside a system.
macro_rules! signature {
    ([[$($next:tt)+] $($more:tt)*] $($all:tt)*) => { $($next)+ ! { [$($more)*] $($all)* { system future gen } } };
}
use signature as future;

#[system]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_world! {
    components: Position;
    systems: future, act;
}

fn main() {
    World::default().run_act();
}
