use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct Game;
    components: #[renamed("Health")] u32 as Health;
}

fn main() {}
