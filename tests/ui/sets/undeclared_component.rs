use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);

/// The set is told here, and not the worlds that include it.
#[system]
pub fn heal(health: &mut Health, speed: &Speed) {
    health.0 += speed.0;
}

#[derive(Debug)]
pub struct Speed(u32);

ecs_components! {
    pub set life;
    components: Health;
    systems: heal;
}

ecs_world! {
    include: life;
    systems: ..life;
}

fn main() {
    World::default().run_heal();
}
