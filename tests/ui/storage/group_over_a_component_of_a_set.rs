mod library {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(pub f32);
    #[derive(Debug)]
    pub struct Velocity(pub f32);

    ecs_components! {
        pub(crate) set motion;
        components: #[storage(vec)] Position, Velocity;
    }
}

use ecs_world::prelude::*;

ecs_world! {
    include: library::motion;
    groups: (Position, Velocity);
}

fn main() {
    World::default().spawn(library::Velocity(1.0));
}
