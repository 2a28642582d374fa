use ecs_world::prelude::*;

#[derive(Debug)]
pub struct Health(u32);

#[system]
fn heal(health: &mut Health) {
    health.0 += 1;
}

ecs_components! {
    pub set life;
    components: Health;
    systems: heal;
}

fn main() {}
