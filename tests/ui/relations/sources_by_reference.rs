use ecs_world::prelude::*;

#[derive(Debug, Relation)]
struct Target(Entity);

#[system]
fn act(sources: &mut Sources<'_, Target>) {
    let _ = sources;
}

ecs_world! {
    relations: Target (clear);
    systems: act;
}

fn main() {}
