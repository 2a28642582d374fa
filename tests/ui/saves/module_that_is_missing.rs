use ecs_world::prelude::*;

struct Health(u32);

ecs_world! {
    #[derive(Deserialize)]
    struct Game;
    components: #[saved(with = as_text)] Health;
}

fn main() {}
