use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct Game;
    components: #[transient] #[renamed("Life")] u32 as Health;
}

fn main() {}
