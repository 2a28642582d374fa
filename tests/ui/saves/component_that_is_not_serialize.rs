use ecs_world::prelude::*;

struct Health;

ecs_world! {
    #[derive(Serialize)]
    pub struct Game;
    components: Health;
}

fn main() {}
