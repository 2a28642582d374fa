use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[version(zero)]
    #[removed(Mana)]
    #[removed(queries: "Mana")]
    struct Game;
    components: #[saved(by = text)] u32 as Health, #[renamed(Life)] u64 as Mana, #[since("two")] u8 as Level;
}

fn main() {}
