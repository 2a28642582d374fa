use ecs_world::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Position(f32);

ecs_world! {
    #[derive(Debug, PartialEq)]
    #[cfg_attr(all(), derive(Clone, std::marker::Copy))]
    struct Game;
    components: Position;
}

fn main() {
    println!("{:?}", Game::default().clone());
}
