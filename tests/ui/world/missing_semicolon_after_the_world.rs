use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    pub struct Game
    components: Position;
}

fn main() {
    Game::default().spawn(Position(1.0));
}
