use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[version(2)]
    struct Game;
    resources: #[since(3)] u32 as Gold;
}

fn main() {}
