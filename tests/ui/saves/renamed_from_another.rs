use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct Game;
    components: #[renamed("Mana")] u32 as Health, u64 as Mana;
}

fn main() {}
