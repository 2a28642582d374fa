use ecs_world::prelude::*;

struct Position(f32);

ecs_world! {
    #[derive(Serialize, Deserialize)]
    struct Game;
    components: Position;
}

fn main() {
    Game::default().spawn(Position(1.0));
}
