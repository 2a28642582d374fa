use ecs_world::prelude::*;

#[derive(Clone)]
struct Position(f32);

mod menu {
    ecs_world::ecs_world! {
        pub struct Menu;
        components: super::Position;
    }
}

ecs_world! {
    components: Position;
}

fn main() {
    let mut world = World::default();
    let template = Template::<menu::Menu>::new().with(Position(1.0));
    world.spawn_template(&template);
}
