use ecs_world::prelude::*;

struct Health(u32);
#[derive(Default)]
struct Time;

#[derive(Default)]
struct Nothing;

#[system]
impl Nothing {
    fn run(_: &Health) {}
    fn on_replaced() {}
}

#[derive(Default)]
struct Handle;

#[system]
impl Handle {
    fn run(_: &Health) {}
    fn on_replaced(_: Entity, _: &Health) {}
}

#[derive(Default)]
struct Written;

#[system]
impl Written {
    fn run(_: &Health) {}
    fn on_replaced(_: &mut Health) {}
}

#[derive(Default)]
struct Resource;

#[system]
impl Resource {
    fn run(_: &Health) {}
    fn on_replaced(_: &Time, _: &Health) {}
}

ecs_world! {
    components: Health;
    resources: Time;
    systems: Nothing, Handle, Written, Resource;
}

fn main() {}
