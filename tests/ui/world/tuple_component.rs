use ecs_world::prelude::*;


ecs_world! {
    components: (f32, f32);
}

fn main() {}
