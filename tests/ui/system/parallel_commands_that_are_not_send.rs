use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Shared(std::rc::Rc<u32>);

#[system(parallel)]
fn reap(entity: Entity, position: &Position, commands: &mut Commands<World>) {
    if position.0 < 0.0 {
        commands.despawn(entity);
    }
}

ecs_world! {
    components: Position, Shared;
    systems: reap;
}

fn main() {}
