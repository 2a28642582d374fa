use ecs_world::prelude::*;

ecs_world! {
    #[derive(Clone)]
    pub struct Game;
    components: u32 as Health;
}

fn main() {
    let mut game = Game::default();
    let before = game.clone();
    game.spawn(3_u32);
    let _ = game.diff(&before);
}
