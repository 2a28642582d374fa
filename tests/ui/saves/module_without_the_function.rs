use ecs_world::prelude::*;

struct Health(u32);

mod as_text {}

ecs_world! {
    #[derive(Serialize)]
    struct Game;
    components: #[saved(with = as_text)] Health;
}

fn main() {}
