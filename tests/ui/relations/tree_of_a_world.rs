use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

#[system]
fn count(children: Tree<'_, World, ChildOf>) {
    let _ = children;
}

ecs_world! {
    relations: ChildOf (tree, cascade);
    systems: count;
}

fn main() {}
