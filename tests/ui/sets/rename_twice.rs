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
    include: physics::physics { Position as Place, Position as Spot };
    systems: ..physics;
}

fn main() {}
