use ecs_world::prelude::*;


ecs_world! {
    components: [f32; 3];
}

fn main() {}
