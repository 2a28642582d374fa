use ecs_world::prelude::*;

#[derive(Debug, Clone, PartialEq, Default)]
struct Phase;

ecs_world! {
    states: #[rare] Phase;
}

fn main() {
    World::default().run();
}
