use ecs_world::Mut;
use ecs_world::prelude::*;

#[derive(Debug)]
struct Health(u32);

#[system(changed(Health))]
fn show(health: &Health) {
    let _ = health;
}

ecs_world! {
    components: Health;
    systems: show;
}

fn main() {
    let mut world = World::default();
    world.query_mut::<Mut<'_, Health>>().for_each_with(|_, _| {});
}
