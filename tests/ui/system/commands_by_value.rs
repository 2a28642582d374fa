use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[system]
fn act(position: &Position, commands: Commands<Game>) {
    let _ = (position, commands);
}

ecs_world! {
    struct Game;
    components: Position;
    systems: act;
}

fn main() {}
