use ecs_world::prelude::*;

ecs_world! {
    #[derive(Serialize, Deserialize)]
    #[removed("Mana", "Mana")]
    #[removed(events: "Mana")]
    struct Game;
    components: u32 as Health;
}

fn main() {}
