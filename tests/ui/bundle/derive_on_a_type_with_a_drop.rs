use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Bundle)]
struct Ship {
    position: Position,
}

impl Drop for Ship {
    fn drop(&mut self) {
        self.position.0 = 0.0;
    }
}

ecs_world! {
    components: Position;
}

fn main() {}
