use ecs_world::prelude::*;

struct Health(u32);

#[system(run_if = on_event(Health))]
fn heal(health: &mut Health) {
    health.0 += 1;
}

ecs_world! {
    components: Health;
    systems: heal;
}

fn main() {}
