use ecs_world::prelude::*;

struct Gold(u32);

struct Hit;

ecs_world! {
    #[derive(Deserialize)]
    pub struct Game;
    resources: Gold = Gold(3);
    events: Hit;
}

fn main() {}
