use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);
#[derive(Clone)]
struct Wheel;

ecs_world! {
    components: Position;
}

fn main() {
    let _ = Template::<World>::new().with((Position(1.0), Wheel));
}
