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

#[derive(Debug)]
struct Position(u8);

ecs_world! {
    include: physics::physics;
    components: Position;
    systems: ..physics;
}

fn main() {}
