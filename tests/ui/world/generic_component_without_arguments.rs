use ecs_world::prelude::*;

#[derive(Debug)]
struct Tag<T>(T);

ecs_world! {
    components: Tag;
}

fn main() {}
