use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct Game;
    components: #[renamed("Life")] u32 as Health, #[renamed("Life")] u64 as Mana;
}

fn main() {}
