use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[version(2)]
    #[version(3)]
    struct Game;
    components: #[since(2)] #[since(2)] u32 as Health;
}

fn main() {}
