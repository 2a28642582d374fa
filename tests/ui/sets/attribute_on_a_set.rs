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

ecs_world! {
    include: #[doc = "What moves."] physics::physics;
    systems: #[doc = "First."] ..physics;
}

fn main() {}
