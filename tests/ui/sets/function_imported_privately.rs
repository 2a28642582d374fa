use ecs_world::prelude::*;

use systems::heal;

mod systems {
    #[ecs_world::system]
    pub fn heal(health: &mut super::Health) {
        health.0 += 1;
    }
}

#[derive(Debug)]
pub struct Health(u32);

ecs_components! {
    pub set life;
    components: Health;
    systems: heal;
}

fn main() {}
