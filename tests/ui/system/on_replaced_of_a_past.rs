use ecs_world::prelude::*;

#[derive(Clone)]
struct Health(u32);

#[derive(Default)]
struct Watch;

#[system]
impl Watch {
    fn run(_: &Health) {}
    fn on_replaced(_: &Past<Health>) {}
}

ecs_world! {
    components: #[double_buffered] Health;
    systems: Watch;
}

fn main() {}
