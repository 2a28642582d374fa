use ecs_world::prelude::*;

ecs_world! {
    #[derive(Clone, Serialize)]
    pub struct Game;
    components: u32 as Health;
}

fn main() {
    let mut game = Game::default();
    let delta = game.diff(&game.clone()).unwrap();
    game.apply(&delta).unwrap();
}
