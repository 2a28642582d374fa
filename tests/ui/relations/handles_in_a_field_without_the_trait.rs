use ecs_world::prelude::*;

struct Orders(Entity);

#[derive(VisitHandles)]
struct Squad {
    leader: Entity,
    #[handles]
    orders: Orders,
}

fn main() {}
