use ecs_world::prelude::*;

#[derive(Query)]
enum Either<'w> {
    First(&'w u8),
}

fn main() {}
