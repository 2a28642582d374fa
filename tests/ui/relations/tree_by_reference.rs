use ecs_world::prelude::*;

#[derive(Debug, Relation)]
struct ChildOf(Entity);

#[system]
fn act(_: &ChildOf, tree: &Tree<'_, ChildOf>) {
    let _ = tree;
}

ecs_world! {
    relations: ChildOf (tree, cascade);
    systems: act;
}

fn main() {}
