use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct Game;
    components: #[since(2)] u32 as Health;
}

fn main() {}
