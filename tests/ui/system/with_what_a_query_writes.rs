use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);
#[derive(Debug)]
struct Velocity(f32);

#[system(with(Velocity))]
fn act(entity: Entity, bodies: Query<'_, World, &mut Velocity>) {
    let _ = (entity, bodies);
}

ecs_world! {
    components: Position, Velocity;
    systems: act;
}

fn main() {}
