use ecs_world::prelude::*;

mod physics {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(f32);

    #[system]
    pub fn fall(position: &mut Position) {
        position.0 -= 1.0;
    }

    ecs_components! {
        pub set physics;
        components: Position;
        systems: fall;
    }
}

mod setting {
    pub type Position = u32;
    ecs_world::ecs_components! {
        pub(crate) set setting;
        resources: Position;
    }
}

ecs_world! {
    struct Game;
    include: physics::physics, setting::setting;
}

fn main() {}
