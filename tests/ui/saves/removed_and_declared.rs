use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[removed("Health")]
    #[removed(components: "Health")]
    struct Game;
    components: u32 as Health;
}

fn main() {}
