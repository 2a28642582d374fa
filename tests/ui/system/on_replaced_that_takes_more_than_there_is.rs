use ecs_world::prelude::*;

struct Health(u32);

#[derive(Default)]
struct Watch;

#[system]
impl Watch {
    fn run(_: &Health) {}
    fn on_replaced(_: &Health, _: RemovalCause, _: &mut Spawner<World>) {}
}

ecs_world! {
    components: Health;
    systems: Watch;
}

fn main() {}
