use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &mut Position, entity: &Entity) {
    position.0 += entity.index() as f32;
}

ecs_world! {
    components: Position;
    systems: act;
}

fn main() {}
