use ecs_world::prelude::*;

#[derive(VisitHandles)]
#[handles]
struct Target(Entity);

#[derive(VisitHandles)]
#[handles(krate = ::ecs_world)]
struct Home(Entity);

#[derive(VisitHandles)]
struct Pair(#[handles(0)] Entity, #[handles] #[handles] Entity);

fn main() {}
