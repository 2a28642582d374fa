use ecs_world::prelude::*;

mod physics {
    use ecs_world::prelude::*;

    #[derive(Debug)]
    pub struct Position(pub f32);

    #[system]
    pub fn fall(position: &mut Position) {
        position.0 -= 1.0;
    }
}

ecs_world! {
    components: physics::Position;
    systems: physics::fall, sync, crate::physics::fall;
}

fn main() {}
