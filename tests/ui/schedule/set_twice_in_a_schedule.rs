use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &mut Position) {
    position.0 += 1.0;
}

ecs_components! {
    set motion;
    components: Position;
    systems: act;
}

ecs_world! {
    include: motion;
    systems: ..motion;
    systems(render): ..motion, ..motion;
}

fn main() {}
