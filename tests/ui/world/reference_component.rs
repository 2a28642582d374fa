use ecs_world::prelude::*;


ecs_world! {
    components: &'static str as Name;
}

fn main() {}
