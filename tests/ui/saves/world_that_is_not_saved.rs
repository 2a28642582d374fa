use ecs_world::prelude::*;
use ecs_world::{Load, SaveWorld};

ecs_world! {
    pub struct Game;
    components: u32 as Health;
}

fn save<W: SaveWorld>(_: &W) {}

fn main() {
    save(&Game::default());
    let _ = Load::<Game>::new().default_missing();
}
