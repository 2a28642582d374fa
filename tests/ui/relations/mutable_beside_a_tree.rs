use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

#[system]
fn adopt(_: Tree<'_, ChildOf>, _: &mut ChildOf) {}

#[system]
fn swap(_: Tree<'_, ChildOf>, _: Query<'_, World, &mut ChildOf>) {}

ecs_world! {
    relations: ChildOf (tree, cascade);
    systems: adopt, swap;
}

fn main() {}
