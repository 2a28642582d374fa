use ecs_world::prelude::*;

struct Health(u32);
struct Armour(u32);

#[derive(Default)]
struct Watch;

#[system]
impl Watch {
    fn run(_: &Health, _: Option<&Armour>) {}
    fn on_replaced(_: &Armour) {}
}

ecs_world! {
    components: Health, Armour;
    systems: Watch;
}

fn main() {}
