use ecs_world::prelude::*;

mod physics {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(pub f32);

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

#[system]
fn fall(position: &mut physics::Position) {
    position.0 -= 2.0;
}

ecs_world! {
    include: physics::physics;
    systems: ..physics, sync, fall;
}

fn main() {}
