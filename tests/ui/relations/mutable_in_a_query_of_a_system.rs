use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

#[system]
fn adopt(_: Query<'_, World, (Entity, &mut ChildOf)>) {}

ecs_world! {
    relations: ChildOf (tree, cascade);
    systems: adopt;
}

fn main() {}
