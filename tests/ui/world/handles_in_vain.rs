use ecs_world::prelude::*;

#[derive(VisitHandles)]
struct Target(Entity);
#[derive(VisitHandles)]
struct Home(Entity);
#[derive(Relation)]
struct ChildOf(Entity);
#[derive(Debug)]
struct Gravity(f32);
#[derive(Debug)]
struct Hit;

ecs_world! {
    components: #[handles(0)] Target, #[handles] #[handles] Home;
    relations: #[handles] ChildOf (tree, cascade);
    resources: #[handles] Gravity = Gravity(9.81);
    events: #[handles] Hit;
}

fn main() {}
