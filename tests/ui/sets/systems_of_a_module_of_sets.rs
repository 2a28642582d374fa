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
        pub set motion;
        components: Position;
        systems: fall;
    }

    ecs_components! {
        pub set wind;
    }
}

ecs_world! {
    include: physics::motion;
    systems: ..physics;
}

ecs_world! {
    pub struct Windy;
    include: physics::motion, physics::wind;
    systems: ..physics;
}

fn main() {}
