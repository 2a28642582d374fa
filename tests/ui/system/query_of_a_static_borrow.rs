use ecs_world::prelude::*;

struct Position(f32);

#[system]
fn act(positions: Query<'static, World, &mut Position>) {
    for position in positions {
        position.0 += 1.0;
    }
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
