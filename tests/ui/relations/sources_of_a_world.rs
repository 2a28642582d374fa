use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

#[system]
fn count(children: Sources<'_, World, ChildOf>) {
    let _ = children;
}

ecs_world! {
    relations: ChildOf (cascade);
    systems: count;
}

fn main() {}
