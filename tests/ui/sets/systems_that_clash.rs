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

#[system]
fn fall(position: &mut physics::Position) {
    drop(position);
}

ecs_world! {
    include: physics::physics;
    systems: ..physics, fall;
}

fn main() {}
