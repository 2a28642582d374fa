use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

#[system]
fn adopt(child: &mut ChildOf) {
    child.0 = child.0;
}

ecs_world! {
    relations: ChildOf (tree, cascade);
    systems: adopt;
}

fn main() {}
