use ecs_world::prelude::*;

ecs_world! {
    pub struct Game;
    components: u32 as Health;
}

fn main() {
    let game = Game::default();
    println!("{:x}", game.state_hash());
}
