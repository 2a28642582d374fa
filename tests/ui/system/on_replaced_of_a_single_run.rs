use ecs_world::prelude::*;

struct Health(u32);

#[derive(Default)]
struct Watch;

#[system]
impl Watch {
    fn run(_: Query<'_, World, &Health>) {}
    fn on_replaced(_: &Health) {}
}

ecs_world! {
    components: Health;
    systems: Watch;
}

fn main() {}
