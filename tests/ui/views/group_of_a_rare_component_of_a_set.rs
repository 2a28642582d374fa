mod library {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Ship(pub u32);
    #[derive(Debug)]
    pub struct Position(pub f32);
    #[derive(Debug)]
    pub struct Velocity(pub f32);

    ecs_components! {
        pub(crate) set fleet;
        components: #[rare] Ship, Position, Velocity;
        queries: (Position, Velocity);
    }
}

use ecs_world::prelude::*;

ecs_world! {
    include: library::fleet;
    groups: (Ship, Position);
}

fn main() {
    World::default().spawn((library::Ship(1), library::Position(1.0)));
}
