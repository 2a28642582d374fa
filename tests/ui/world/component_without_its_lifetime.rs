use ecs_world::prelude::*;

#[derive(Debug)]
struct Position(f32);

#[derive(Debug)]
struct Name<'a>(&'a str);

ecs_world! {
    components: Position, Name;
}

fn main() {}
