use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

ecs_world! {
    /// What things have.
    components: Position;
    #[cfg(test)]
    queries: (Position);
    /// The end.
}

fn main() {}
