use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[removed("Life")]
    struct Game;
    components: #[renamed("Life")] u32 as Health;
}

fn main() {}
