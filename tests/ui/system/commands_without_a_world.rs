use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);

#[system]
fn reap(entity: Entity, health: &Health, commands: &mut Commands) {
    if health.0 == 0 {
        commands.despawn(entity);
    }
}

ecs_world! {
    components: Health;
    systems: reap;
}

fn main() {}
