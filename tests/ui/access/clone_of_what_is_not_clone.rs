use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);
struct Wheel;

ecs_world! {
    components: Position, Wheel;
}

fn main() {
    let mut world = World::default();
    let template = Template::new().with(Position(1.0));
    world.spawn_template(&template);
}
