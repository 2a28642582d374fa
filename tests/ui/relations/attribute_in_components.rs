use ecs_world::prelude::*;

#[derive(Relation)]
struct ChildOf(Entity);

ecs_world! {
    components: #[relation(tree, cascade)] ChildOf;
}

fn main() {}
