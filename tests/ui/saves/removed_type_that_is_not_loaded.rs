use ecs_world::prelude::*;

struct Mana;

ecs_world! {
    #[derive(Deserialize)]
    #[removed("Mana" = Mana)]
    struct Game;
    components: u32 as Health;
}

fn main() {}
