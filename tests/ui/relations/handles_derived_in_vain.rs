use ecs_world::prelude::*;

#[derive(VisitHandles)]
union Either {
    one: Entity,
    other: u64,
}

#[derive(VisitHandles)]
struct Health(u32);

#[derive(VisitHandles)]
enum Never {}

fn main() {}
