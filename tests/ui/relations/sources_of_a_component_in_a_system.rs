use ecs_world::prelude::*;

#[derive(Relation)]
struct Targets(Entity);
struct Name(u32);

#[system]
fn act(_: Sources<'_, Name>) {}

ecs_world! {
    components: Name;
    relations: Targets (clear);
    systems: act;
}

fn main() {}
